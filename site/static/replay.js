// Steps through a ruling: the table after each step, what changed on it marked. Without it the steps are read as a list.
(function () {
  "use strict";
  var replay = document.querySelector(".replay");
  if (!replay) {
    return;
  }
  var headjudge = window.headjudge;
  var stage = replay.querySelector(".stage");
  var caption = replay.querySelector(".caption");
  var table = replay.querySelector(".table");
  var places = Array.from(table.querySelectorAll("[data-place]"));
  var data = null; // { pieces, tables, more }
  var loading = null;
  var at = -1; // the step that is shown; -1 is the start
  var shownTable = 0;
  var start = caption.innerHTML;

  // The tables are loaded when they are wanted first, by a script: a page opened from disk cannot fetch.
  function load() {
    if (!loading) {
      loading = new Promise(function (resolve, reject) {
        headjudge.replay = function (received) {
          data = received;
        };
        var script = document.createElement("script");
        script.src = new URL(replay.dataset.replay, document.baseURI).href;
        script.onload = function () {
          if (data) {
            resolve();
          } else {
            reject(new Error("no replay"));
          }
        };
        script.onerror = function () {
          loading = null; // without network now; perhaps not later
          reject(new Error("no replay"));
        };
        document.head.append(script);
      });
    }
    return loading;
  }

  function steps() {
    return Array.from(replay.querySelectorAll("li.step"));
  }

  function draw(number, changed) {
    var wanted = data.tables[number];
    places.forEach(function (place) {
      var piece = wanted[place.dataset.place];
      if (data.tables[shownTable][place.dataset.place] !== piece) {
        place.innerHTML = data.pieces[piece];
      }
    });
    shownTable = number;
    var marks = new Set(changed);
    table.querySelectorAll("[data-mark]").forEach(function (element) {
      var own = element.dataset.mark.split(" ");
      element.classList.toggle("changed", own.some(function (mark) { return marks.has(mark); }));
    });
  }

  // The first step of a line that parted from another one follows that one's table, which its list names.
  function show(number, scrolling) {
    var all = steps();
    at = Math.max(-1, Math.min(number, all.length - 1)); // at once: a key may be pressed again before the tables are there
    var wanted = at;
    load().then(function () {
      if (at !== wanted) {
        return;
      }
      var step = all[at];
      all.forEach(function (other) {
        if (other === step) {
          other.setAttribute("aria-current", "step");
        } else {
          other.removeAttribute("aria-current");
        }
      });
      if (step) {
        draw(Number(step.dataset.table), step.dataset.changed.split(" ").filter(Boolean));
        caption.replaceChildren.apply(caption, Array.from(step.cloneNode(true).childNodes).filter(function (node) {
          return !(node.classList && node.classList.contains("between"));
        }));
        var head = headOf(step);
        if (head) {
          caption.prepend(head);
        }
      } else {
        draw(0, []);
        caption.innerHTML = start;
      }
      count(all.length);
      if (scrolling && (stage.getBoundingClientRect().top < 0 || stage.getBoundingClientRect().top > window.innerHeight / 2)) {
        stage.scrollIntoView({ block: "start" });
      }
    }, function () {});
  }

  // What the line is about, above its first step.
  function headOf(step) {
    var list = step.parentElement;
    if (step !== list.firstElementChild) {
      return null;
    }
    var head = list.previousElementSibling;
    while (head && !head.matches("h3, ol")) {
      head = head.previousElementSibling;
    }
    if (!head || head.matches("ol")) {
      return null;
    }
    var said = document.createElement("p");
    said.className = "line-head";
    said.innerHTML = head.innerHTML;
    return said;
  }

  function count(total) {
    replay.querySelector(".count").textContent = at + 1 + " / " + total;
    replay.querySelector(".first").disabled = replay.querySelector(".back").disabled = at < 0;
    replay.querySelector(".last").disabled = replay.querySelector(".on").disabled = at === total - 1;
  }

  function further(button) {
    load().then(function () {
      var line = button.dataset.line;
      replay.querySelector("ol.steps[data-line='" + line + "']").insertAdjacentHTML("beforeend", data.more[line] || "");
      button.parentElement.remove();
      count(steps().length);
    }, function () {});
  }

  stage.addEventListener("pointerenter", function () { load().catch(function () {}); }, { once: true });
  stage.addEventListener("focusin", function () { load().catch(function () {}); }, { once: true });
  replay.querySelector(".first").addEventListener("click", function () { show(-1); });
  replay.querySelector(".back").addEventListener("click", function () { show(at - 1); });
  replay.querySelector(".on").addEventListener("click", function () { show(at + 1); });
  replay.querySelector(".last").addEventListener("click", function () { show(steps().length - 1); });

  replay.addEventListener("click", function (event) {
    var button = event.target.closest("button.further");
    if (button) {
      further(button);
      return;
    }
    var step = event.target.closest("li.step");
    if (step && !event.target.closest("a") && String(window.getSelection()) === "") {
      show(steps().indexOf(step), true);
    }
  });

  document.addEventListener("keydown", function (event) {
    var away = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented;
    if (away || event.target.closest("input, textarea, select, [contenteditable], [role=listbox], pre")) {
      return;
    }
    var ways = { ArrowRight: at + 1, ArrowLeft: at - 1 };
    if (Object.hasOwn(ways, event.key)) {
      event.preventDefault();
      show(ways[event.key], true);
    }
  });

  function fromAddress() {
    var named = steps().findIndex(function (step) { return "#" + step.id === window.location.hash; });
    if (named >= 0) {
      show(named);
    }
  }

  replay.classList.add("ready");
  count(steps().length);
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
})();
