// Narrows the list of rulings to those that a reader looks for. Without it the list is whole.
(function () {
  "use strict";
  var form = document.querySelector("form.narrow");
  if (!form) {
    return;
  }
  var headjudge = window.headjudge;
  var field = form.querySelector("#narrow");
  var through = form.querySelector("#through");
  var lines = Array.from(document.querySelectorAll(".rulings > li"));
  var standing = "";
  var courses = null; // clause -> names of the rulings that run through it
  var said = new Map(); // line -> what stands in it, folded
  lines.forEach(function (line) {
    said.set(line, (line.textContent + " " + line.dataset.name).normalize("NFKC").toLowerCase());
  });
  var NUMBER = /^\d+(\.\d+)*$/;

  headjudge.courses = function (names, running) {
    courses = new Map();
    Object.keys(running).forEach(function (clause) {
      courses.set(clause, running[clause].map(function (place) { return names[place]; }));
    });
    narrow();
  };

  // A script and not a fetched file: a page opened from disk cannot fetch.
  function load() {
    if (courses === null && form.dataset.courses) {
      courses = new Map();
      var script = document.createElement("script");
      script.src = new URL(form.dataset.courses, document.baseURI).href;
      document.head.append(script);
    }
  }

  function within(clause, number) {
    return clause === number || clause.startsWith(number + ".");
  }

  function runThrough(number) {
    var names = new Set();
    courses.forEach(function (found, clause) {
      if (within(clause, number)) {
        found.forEach(function (name) { names.add(name); });
      }
    });
    return names;
  }

  function narrow() {
    var words = field.value.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
    var wanted = words.filter(function (word) { return NUMBER.test(word); });
    var running = through && through.checked && courses ? wanted.map(runThrough) : [];
    var shown = 0;
    lines.forEach(function (line) {
      var found = said.get(line).split(/\s+/);
      var fits = words.every(function (word) {
        var place = wanted.indexOf(word);
        if (place < 0) {
          return said.get(line).includes(word);
        }
        // 9.6 is not found within 19.6 or 9.61
        return found.some(function (clause) { return within(clause, word); })
          || (running[place] && running[place].has(line.dataset.name));
      });
      line.hidden = !fits || (standing !== "" && line.dataset.standing !== standing);
      shown += line.hidden ? 0 : 1;
    });
    document.querySelectorAll(".group").forEach(function (group) {
      group.hidden = !group.querySelector("li:not([hidden])");
    });
    document.querySelector(".shown").textContent = shown;
    document.querySelector(".nothing").hidden = shown > 0;
  }

  function fromAddress() {
    var number = decodeURIComponent(window.location.hash.slice(1));
    if (NUMBER.test(number)) { // a clause's page leads here with its number
      field.value = number;
      if (through) {
        through.checked = true;
        load();
      }
      narrow();
    }
  }

  field.addEventListener("input", narrow);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  if (through) {
    through.addEventListener("change", function () {
      load();
      narrow();
    });
  }
  form.querySelectorAll("button[data-standing]").forEach(function (button) {
    button.addEventListener("click", function () {
      standing = button.dataset.standing;
      form.querySelectorAll("button[data-standing]").forEach(function (other) {
        other.setAttribute("aria-pressed", String(other === button));
      });
      narrow();
    });
  });
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
  if (field.value) { // the browser kept what was typed before going back
    narrow();
  }
})();
