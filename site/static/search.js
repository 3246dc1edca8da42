// The search box. It finds the clauses that `judge search` finds: those that contain every word of the query, compared as
// kb/fold.py folds them; a number finds its clause and what lies below it.
(function () {
  "use strict";
  var headjudge = window.headjudge;
  var root = document.documentElement;
  var box = document.getElementById("find");
  var SHOWN = 30;
  var WIDTH = 60; // characters of a snippet
  if (!box) {
    return;
  }

  // --- the data, loaded when the box is first used ------------------------------------------------------------------

  var simplified = new Map();
  var books = []; // { base, game, pages, clauses, terms }
  var ready = null;

  headjudge.variants = function (traditional, simple) {
    var to = Array.from(simple);
    Array.from(traditional).forEach(function (char, place) { simplified.set(char, to[place]); });
  };

  headjudge.index = function (folder, book) {
    book.folder = folder;
    books.push(book);
  };

  function script(way) {
    return new Promise(function (resolve) {
      var element = document.createElement("script");
      element.src = way;
      element.onload = element.onerror = resolve;
      document.head.append(element);
    });
  }

  function load() {
    if (!ready) {
      var ways = box.dataset.indexes.split(" ");
      ready = Promise.all(ways.concat(box.dataset.variants).map(script)).then(function () {
        var order = ways.map(function (way) { return way.split("/").slice(-2)[0]; });
        books.forEach(function (book) {
          var place = order.indexOf(book.folder);
          book.base = new URL(ways[place], document.baseURI);
          book.place = place;
        });
        books.sort(function (one, other) { return one.place - other.place; });
      });
    }
    return ready;
  }

  // --- finding --------------------------------------------------------------------------------------------------------

  function fold(text) {
    var folded = text.normalize("NFKC").toLowerCase().replace(/ß/g, "ss").replace(/ς/g, "σ").normalize("NFKC");
    folded = Array.from(folded, function (char) { return simplified.get(char) || char; }).join("");
    return folded
      .replace(/\s+/gu, " ")
      .replace(/(?<![\p{L}\p{N}]) | (?![\p{L}\p{N}])|(?<=[\u2e80-\u{10ffff}]) | (?=[\u2e80-\u{10ffff}])/gu, "");
  }

  function wordsOf(query) {
    var words = query.split(/\s+/u).map(function (word) { return fold(word).trim(); });
    return Array.from(new Set(words.filter(Boolean)));
  }

  // "１０. ５" is 10.5, "第10章" is 10, "（10.5.）" is 10.5, "2.6.1②" is the step 2.6.1/②; anything else is no number.
  function numberOf(query) {
    var step = /^(.*?)([①-⑳])$/u.exec(query.trim());
    var number = (step ? step[1] : query).normalize("NFKC").toLowerCase().replace(/\s+/gu, "").replace(/。/g, ".");
    number = number.replace(/^[([【]+|[)\]】]+$/gu, "").replace(/[./-]$/, "");
    var chapter = /^第(\d+)章?$/u.exec(number);
    number = chapter ? chapter[1] : number;
    return /^\d{1,4}([.-]\d{1,4})*[a-z]{0,2}$/.test(number) ? number + (step ? "/" + step[2] : "") : "";
  }

  function startsWithNumber(key, number) {
    return key === number || (key.startsWith(number) && /^([.-]|[a-z])/.test(key.slice(number.length)));
  }

  function find(query) {
    var words = wordsOf(query);
    var whole = fold(query.trim());
    var number = numberOf(query);
    var hits = [];
    books.forEach(function (book) {
      var tiers = new Map();
      if (Object.hasOwn(book.terms, whole)) {
        book.terms[whole].forEach(function (place) { tiers.set(place[0], place[1] ? 3 : 2); });
      }
      book.clauses.forEach(function (clause, place) {
        var score = 0;
        if (number && startsWithNumber(clause[1], number)) {
          score = clause[1] === number ? 6 : 5;
        } else if (words.length && words.every(function (word) { return clause[5].includes(word) || clause[6].includes(word); })) {
          var titled = words.every(function (word) { return clause[5].includes(word); });
          score = 1 + (clause[5] === whole ? 3 : Math.max(tiers.get(place) || 0, titled ? 1 : 0));
        }
        if (score) {
          hits.push({ book: book, clause: clause, score: score });
        }
      });
    });
    hits.sort(function (one, other) { return other.score - one.score; }); // stable: the book's order within a score
    return { hits: hits, words: words };
  }

  // Where the words stand in the text as printed: folding is followed character by character.
  function places(text, words) {
    var letters = "";
    var origin = [];
    var at = 0;
    Array.from(text).forEach(function (char) {
      var folded = /\s/u.test(char) ? "" : fold(char);
      for (var letter = 0; letter < folded.length; letter += 1) {
        origin.push([at, at + char.length]);
      }
      letters += folded;
      at += char.length;
    });
    var found = [];
    words.forEach(function (word) {
      var bare = word.replace(/ /g, "");
      for (var start = letters.indexOf(bare); bare && start >= 0; start = letters.indexOf(bare, start + bare.length)) {
        found.push([origin[start][0], origin[start + bare.length - 1][1]]);
      }
    });
    return found.sort(function (one, other) { return one[0] - other[0]; });
  }

  // --- showing --------------------------------------------------------------------------------------------------------

  var panel = document.createElement("div");
  panel.className = "hits";
  panel.hidden = true;
  box.form.append(panel);

  function chinese() {
    return root.getAttribute("data-interface") !== "en";
  }

  function element(name, className, text) {
    var made = document.createElement(name);
    made.className = className;
    made.textContent = text || "";
    return made;
  }

  function marked(text, words) {
    var line = element("span", "line");
    var found = places(text, words);
    var from = text.length > WIDTH && found.length ? Math.max(0, found[0][0] - WIDTH / 3) : 0;
    var to = Math.min(text.length, from + WIDTH);
    var at = from;
    line.append(from ? "…" : "");
    found.forEach(function (run) {
      if (run[0] >= at && run[0] < to) {
        line.append(text.slice(at, run[0]), element("mark", "", text.slice(run[0], run[1])));
        at = run[1];
      }
    });
    line.append(text.slice(at, Math.max(at, to)), to < text.length ? "…" : "");
    return line;
  }

  function item(hit, words) {
    var clause = hit.clause;
    var page = hit.book.pages[clause[0]];
    var link = element("a", "hit");
    link.href = new URL(page[0] + "#" + encodeURIComponent(clause[1]), hit.book.base).href;
    var game = books.length > 1 ? hit.book.game[chinese() ? 0 : 1] + " › " : "";
    var title = clause[3] && clause[4] ? clause[3] + " " + clause[4] : clause[3] || clause[4];
    link.append(element("span", "number", clause[2] || clause[1]), " ", marked(title, words), " ", element("span", "trail", game + page[1]));
    var entry = document.createElement("li");
    entry.append(link);
    return entry;
  }

  function close() {
    panel.hidden = true;
    panel.replaceChildren();
  }

  function update() {
    var query = box.value;
    if (!query.trim()) {
      close();
      return Promise.resolve();
    }
    return load().then(function () {
      if (box.value !== query) {
        return;
      }
      var found = find(query);
      var total = found.hits.length;
      var count = chinese() ? "找到 " + total + " 条" : total + (total === 1 ? " clause" : " clauses");
      if (total > SHOWN) {
        count += chinese() ? "，列出前 " + SHOWN + " 条" : ", the first " + SHOWN + " shown";
      }
      var list = document.createElement("ol");
      list.append.apply(list, found.hits.slice(0, SHOWN).map(function (hit) { return item(hit, found.words); }));
      panel.replaceChildren(element("p", "lead", count), list);
      panel.hidden = false;
      document.getElementById("live").textContent = count;
    });
  }

  box.addEventListener("focus", load);
  box.addEventListener("input", update);
  box.form.addEventListener("submit", function (event) {
    event.preventDefault();
    update().then(function () {
      var first = panel.querySelector("a");
      if (first) {
        window.location.href = first.href;
        close();
      }
    });
  });

  document.addEventListener("keydown", function (event) {
    var inside = box.form.contains(document.activeElement);
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "Escape" && inside && !panel.hidden) {
      close();
      box.focus();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && inside && !panel.hidden) {
      var stops = [box].concat(Array.from(panel.querySelectorAll("a")));
      var next = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
      if (stops[next]) {
        event.preventDefault();
        stops[next].focus();
      }
    }
  });

  document.addEventListener("focusin", function (event) {
    if (!box.form.contains(event.target)) {
      close();
    }
  });
  document.addEventListener("pointerdown", function (event) {
    if (!box.form.contains(event.target)) {
      close();
    }
  });
  panel.addEventListener("click", function (event) {
    if (event.target.closest("a")) {
      window.setTimeout(close);
    }
  });

  headjudge.find = function (query) { // for tests in a browser
    return load().then(function () { return find(query); });
  };
})();
