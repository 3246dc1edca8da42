// The search box: a combobox whose list holds terms, clauses and rulings. What it finds is `finder.js`'s business, which is
// loaded with the indexes of all rulebooks when the box is first used.
(function () {
  "use strict";
  const headjudge = window.headjudge;
  const root = document.documentElement;
  const box = document.getElementById("find");
  const SITE = new URL("../", document.currentScript.src);
  const SHOWN = 20; // as many hits as `judge search` lists
  const BESIDE = 4; // terms, and rulings, beside the clauses
  const PARENT = 18; // characters of a parent without a title
  if (!box) {
    return;
  }

  // --- the data -------------------------------------------------------------------------------------------------------

  let library = null;
  let finder = null; // { books, find, shown }
  let ready = null;
  const packed = []; // { folder, data, base }

  headjudge.library = function (about) {
    library = { ...about, simplifiedOf: Array.from(about.simplified) };
  };

  headjudge.index = function (folder, data) {
    packed.push({ folder, data, base: new URL(folder + "/index.html", SITE) });
  };

  function script(path) {
    return new Promise(function (resolve, reject) {
      const element = document.createElement("script");
      element.src = new URL(path, SITE).href;
      element.onload = resolve;
      element.onerror = reject;
      document.head.append(element);
    });
  }

  // One after the other: each uses what stands before it.
  function scripts(...paths) {
    return paths.reduce((done, path) => done.then(() => script(path)), Promise.resolve());
  }

  function load() {
    if (!ready) {
      ready = Promise.all([script("library.js"), scripts("static/reading.js", "static/near.js", "static/finder.js")])
        .then(() => Promise.all(library.indexes.map(script)))
        .then(() => {
          finder = headjudge.finder(library, packed);
        });
      ready.catch(function () { // the network went away: the next use tries again
        ready = null;
        packed.length = 0;
      });
    }
    return ready;
  }

  // The rulebook whose page this is, '' where all are searched.
  function scope() {
    const own = finder.books.find((book) => `${book.folder}/search.js` === box.dataset.scope);
    return own ? own.id : "";
  }

  // --- showing --------------------------------------------------------------------------------------------------------

  const panel = document.createElement("div");
  panel.className = "hits";
  panel.id = "hits";
  panel.hidden = true;
  const lead = element("p", "lead");
  const list = document.createElement("div");
  list.id = "hit-list";
  list.setAttribute("role", "listbox");
  panel.append(lead, list);
  box.form.append(panel);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-expanded": "false", "aria-controls": "hit-list", "aria-autocomplete": "list", "aria-haspopup": "listbox",
  })) {
    box.setAttribute(name, value);
  }
  box.maxLength = 1000;
  let options = [];
  let active = -1;
  let guessed = false; // nothing was found: the options are what may have been meant, and Enter alone takes none of them
  let everywhere = false; // the reader asked for the other rulebooks too

  function say(zh, en) {
    return root.getAttribute("data-interface") === "en" ? en : zh;
  }

  function element(name, className, text) {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text || "";
    return made;
  }

  function option(href, parts) {
    const link = element("a", "hit");
    link.href = href;
    link.id = `hit-${options.length}`;
    link.tabIndex = -1;
    link.setAttribute("role", "option");
    link.setAttribute("aria-selected", "false");
    link.append(...parts.flatMap((part) => [part, " "]));
    options.push(link);
    return link;
  }

  function group(zh, en, links) {
    if (!links.length) {
      return [];
    }
    const made = element("div", "hit-group");
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", say(zh, en));
    made.append(...links);
    return [made];
  }

  function lineOf(runs) {
    const line = element("span", "line");
    line.append(...runs.map(([text, found]) => (found ? element("mark", "", text) : text)));
    return line;
  }

  function nameOf(clause) {
    const words = clause.title || clause.text;
    const short = clause.title || words.length <= PARENT ? words : words.slice(0, PARENT) + "…";
    return [clause.label, short === clause.label ? "" : short].filter(Boolean).join(" ");
  }

  function gameOf(book) {
    return finder.books.length > 1 && !scopeNow() ? [say(book.game[0], book.game[1])] : [];
  }

  function trailOf(clause) {
    const above = [];
    for (let at = clause.parent; at > 0; at = clause.book.clauses[at].parent) {
      above.unshift(nameOf(clause.book.clauses[at]));
    }
    return element("span", "trail", gameOf(clause.book).concat(above).join(" › "));
  }

  function clauseOption(hit) {
    const clause = hit.clause;
    const page = clause.book.pages[clause.page][0];
    const href = new URL(clause.place ? `${page}#${encodeURIComponent(clause.anchor)}` : page, clause.book.base).href;
    const said = hit.instead.map(([word, way]) => `${word} = ${way}`).join(say("、", ", "));
    const parts = [element("span", "number", clause.label), lineOf(finder.shown(clause, hit.words))];
    return option(href, [...parts, ...(said ? [element("span", "instead", said)] : []), trailOf(clause)]);
  }

  function besideOption(kind, found, words) {
    const href = new URL(found.way, found.book.base).href;
    const game = gameOf(found.book).map((name) => element("span", "trail", name));
    return option(href, [element("span", "kind", kind), element("span", "line", words), ...game]);
  }

  function scopeNow() {
    return everywhere ? "" : scope();
  }

  function countOf(found) {
    const more = found.total + found.synonyms;
    const apart = found.apart ? say(`分成“${found.apart}”查找：`, `Taken apart as “${found.apart}”: `) : "";
    if (!more && found.near.number) {
      return say(`没有条文 ${found.near.number}，号码相近的有：`, `There is no clause ${found.near.number}; the nearest:`);
    }
    if (!more) {
      return say("没有找到条文", "No clause found");
    }
    const same = found.synonyms ? say(`，另有 ${found.synonyms} 条用别的词`, `, ${found.synonyms} more by synonyms`) : "";
    const first = more > SHOWN ? say(`，列出前 ${SHOWN} 条`, `, the first ${SHOWN} shown`) : "";
    return apart + say(`找到 ${found.total} 条`, `${found.total} ${found.total === 1 ? "clause" : "clauses"}`) + same + first;
  }

  function show(query, unfinished) {
    const found = finder.find(query, scopeNow(), SHOWN);
    if (unfinished && !found.hits.length && !found.terms.length && !found.rulings.length && !found.near.number) {
      return;
    }
    options = [];
    active = -1;
    const term = say("术语", "Term");
    const ruling = say("裁定", "Ruling");
    const terms = found.terms.slice(0, BESIDE).map((one) => besideOption(term, one, one.word));
    const clauses = found.hits.map(clauseOption);
    const rulings = found.rulings.slice(0, BESIDE).map((one) => besideOption(ruling, one, one.title));
    guessed = !options.length;
    const near = guessed ? found.near.clauses.map((clause) => clauseOption({ clause, instead: [], words: [] })) : [];
    list.replaceChildren(
      ...group("术语", "Terms", terms),
      ...group("条文", "Clauses", clauses),
      ...group("裁定", "Rulings", rulings),
      ...group("号码相近的条文", "Clauses with a number near it", near)
    );
    list.setAttribute("aria-label", say("搜索结果", "Search results"));
    list.hidden = !options.length; // an empty listbox is none
    lead.replaceChildren(countOf(found), ...wider(query));
    document.getElementById("live").textContent = countOf(found);
    panel.hidden = false;
    panel.scrollTop = 0;
    box.setAttribute("aria-expanded", String(options.length > 0));
    box.removeAttribute("aria-activedescendant");
  }

  // On a rulebook's page: the same words in all rulebooks, or back in this one alone.
  function wider(query) {
    if (!scope() || finder.books.length < 2) {
      return [];
    }
    const button = element("button", "wider", everywhere ? say("只查本规则书", "This rulebook only") : say("查全部规则书", "All rulebooks"));
    button.type = "button";
    button.addEventListener("click", function () {
      everywhere = !everywhere;
      box.focus();
      show(query);
    });
    return [" ", button];
  }

  function close() {
    panel.hidden = true;
    list.replaceChildren();
    options = [];
    active = -1;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  }

  // What an input method shows of a word that is being written (`jian'cha`) is looked for too, since some never end a word; but
  // that it is found nowhere is no news.
  function update(event) {
    const query = box.value;
    const unfinished = Boolean(event && event.isComposing);
    if (!query.trim()) {
      close();
      return Promise.resolve();
    }
    return load().then(
      function () {
        if (box.value === query) {
          show(query, unfinished);
        }
      },
      function () {
        lead.textContent = say("搜索数据没有载入，请检查网络后再试。", "The search data did not load; check the network and try again.");
        document.getElementById("live").textContent = lead.textContent;
        list.replaceChildren();
        panel.hidden = false;
      }
    );
  }

  function activate(place) {
    if (options[active]) {
      options[active].setAttribute("aria-selected", "false");
    }
    active = place;
    const link = options[active];
    if (link) {
      link.setAttribute("aria-selected", "true");
      link.scrollIntoView({ block: "nearest" });
      box.setAttribute("aria-activedescendant", link.id);
    } else {
      box.removeAttribute("aria-activedescendant");
    }
  }

  // --- the reader's hands ---------------------------------------------------------------------------------------------

  function move(key) {
    const last = options.length - 1;
    if (key === "ArrowDown") {
      activate(active >= last ? -1 : active + 1);
    } else if (key === "ArrowUp") {
      activate(active < 0 ? last : active - 1);
    } else {
      activate(key === "PageDown" ? Math.min(last, Math.max(active, 0) + 5) : Math.max(0, active - 5));
    }
  }

  box.addEventListener("focus", () => load().catch(() => undefined)); // said when something is asked for
  box.addEventListener("input", update);
  box.addEventListener("compositionend", () => update()); // the word is there, and the last `input` may have been before
  box.form.addEventListener("submit", function (event) {
    event.preventDefault();
    const wanted = active;
    (panel.hidden || wanted < 0 ? update() : Promise.resolve()).then(function () {
      const link = options[wanted] || (guessed ? null : options[0]);
      if (link) {
        const href = link.href;
        close();
        window.location.href = href;
      }
    });
  });

  box.addEventListener("keydown", function (event) {
    if (event.isComposing) { // the keys belong to the input method
      return;
    }
    if (event.key === "Escape" && !panel.hidden) {
      event.preventDefault(); // what was typed stays; a second Escape clears it
      event.stopPropagation();
      close();
    } else if (/^(ArrowDown|ArrowUp|PageDown|PageUp)$/.test(event.key)) {
      event.preventDefault();
      if (panel.hidden) {
        update();
      } else {
        move(event.key);
      }
    }
  });

  document.addEventListener("keydown", function (event) {
    const writing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      box.focus();
      box.select();
    }
  });

  for (const kind of ["focusin", "pointerdown"]) {
    document.addEventListener(kind, function (event) {
      if (!box.form.contains(event.target)) {
        close();
      }
    });
  }

  list.addEventListener("click", function (event) {
    if (event.target.closest("a") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      window.setTimeout(close);
    }
  });

  headjudge.search = { load: () => load().then(() => finder) }; // for tests in a browser
})();
