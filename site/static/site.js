// Previews of cited clauses, permalinks to the clipboard, theme and interface language. Without it every link still works.
(function () {
  "use strict";
  var headjudge = window.headjudge;
  var root = document.documentElement;
  var SITE = new URL("../", document.currentScript.src);
  var SHOW_AFTER = 150; // ms: passing over a link on the way elsewhere shows nothing
  var HIDE_AFTER = 250; // ms: time to move from the link into its preview
  var LINKS = "a.reference, a.flow, a.term, a[data-previews]";

  function chinese() {
    return root.getAttribute("data-interface") !== "en";
  }

  // --- the previews' data: a script a page, since a page opened from disk cannot fetch -----------------------------

  var pages = new Map(); // page path without ".html" -> { base, ready, fragments }

  function pageOf(url) {
    var inside = url.pathname.slice(SITE.pathname.length);
    return url.href.startsWith(SITE.href) && inside.endsWith(".html") ? inside.slice(0, -5) : null;
  }

  function load(url) {
    var name = pageOf(url);
    if (name === null) {
      return Promise.resolve(null);
    }
    var page = pages.get(decodeURI(name));
    if (!page) {
      page = { base: new URL("index.html", new URL(name.split("/")[0] + "/", SITE)), fragments: {} };
      page.ready = new Promise(function (resolve) {
        var script = document.createElement("script");
        script.src = new URL(name + ".preview.js", SITE).href;
        script.onload = script.onerror = function () {
          resolve(page);
        };
        document.head.append(script);
      });
      pages.set(decodeURI(name), page);
    }
    return page.ready;
  }

  headjudge.receive = function (name, fragments) {
    var page = pages.get(name);
    if (page) {
      page.fragments = fragments;
    }
  };

  function fragment(url) {
    return load(url).then(function (page) {
      var anchor = decodeURIComponent(url.hash.slice(1));
      if (!page || !Object.hasOwn(page.fragments, anchor)) {
        return null;
      }
      var part = document.createElement("div");
      part.className = "card";
      part.innerHTML = page.fragments[anchor];
      // links in it are written as seen from the rulebook's folder
      part.querySelectorAll("a[href]").forEach(function (link) {
        link.href = new URL(link.getAttribute("href"), page.base).href;
        if (link.dataset.previews) {
          link.dataset.previews = targets(link, page.base).join(" ");
        }
      });
      return part;
    });
  }

  function targets(link, base) {
    var named = (link.dataset.previews || link.href).split(" ");
    return named.map(function (way) {
      return new URL(way, base || document.baseURI).href;
    });
  }

  // --- the previews themselves: one may open another, so they are a pile -------------------------------------------

  var pile = []; // { card, link }
  var showing = 0;
  var hiding = 0;
  var wanted = null;

  function levelOf(node) {
    for (var level = pile.length - 1; level >= 0; level -= 1) {
      if (pile[level].card.contains(node) || pile[level].link === node) {
        return pile[level].card.contains(node) ? level + 1 : level;
      }
    }
    return 0;
  }

  function closeFrom(level) {
    while (pile.length > level) {
      var top = pile.pop();
      top.card.remove();
      top.link.removeAttribute("aria-describedby");
    }
  }

  function show(link) {
    wanted = link;
    if (pile.some(function (open) { return open.link === link; })) {
      return Promise.resolve(true);
    }
    return Promise.all(targets(link).map(function (way) { return fragment(new URL(way)); })).then(function (parts) {
      parts = parts.filter(Boolean);
      if (wanted !== link || !link.isConnected || !parts.length) {
        return parts.length > 0;
      }
      closeFrom(levelOf(link));
      var card = document.createElement("div");
      card.className = "preview";
      card.id = "preview-" + pile.length;
      card.setAttribute("role", "region");
      card.setAttribute("aria-label", chinese() ? "所指条文" : "Clause cited");
      card.append.apply(card, parts);
      document.body.append(card);
      place(card, link);
      link.setAttribute("aria-describedby", card.id);
      pile.push({ card: card, link: link });
      return true;
    });
  }

  function place(card, link) {
    var lines = link.getClientRects();
    var at = lines[lines.length - 1];
    var wide = root.clientWidth;
    var left = Math.max(8, Math.min(at.left, wide - card.offsetWidth - 8));
    var below = at.bottom + 6;
    var above = at.top - card.offsetHeight - 6;
    var top = below + card.offsetHeight > window.innerHeight && above > 0 ? above : below;
    card.style.left = left + window.scrollX + "px";
    card.style.top = top + window.scrollY + "px";
  }

  function cancel() {
    wanted = null;
    window.clearTimeout(showing);
  }

  function linkAt(event) {
    return event.target instanceof Element ? event.target.closest(LINKS) : null;
  }

  document.addEventListener("pointerover", function (event) {
    if (event.pointerType === "touch") {
      return;
    }
    window.clearTimeout(hiding);
    window.clearTimeout(showing);
    var link = linkAt(event);
    if (link) {
      showing = window.setTimeout(function () { show(link); }, SHOW_AFTER);
      return;
    }
    cancel();
    var level = levelOf(event.target);
    hiding = window.setTimeout(function () { closeFrom(level); }, HIDE_AFTER);
  });

  document.addEventListener("pointerout", function (event) {
    if (event.relatedTarget === null && event.pointerType !== "touch") {
      cancel();
      hiding = window.setTimeout(function () { closeFrom(0); }, HIDE_AFTER);
    }
  });

  document.addEventListener("focusin", function (event) {
    var link = linkAt(event);
    if (link && link.matches(":focus-visible")) {
      show(link);
    } else if (!link) {
      closeFrom(levelOf(event.target));
    }
  });

  var touched = false;
  document.addEventListener("pointerdown", function (event) {
    touched = event.pointerType === "touch";
  });

  // A first tap shows, a second one (or the number in the preview) goes there; a tap elsewhere closes.
  document.addEventListener("click", function (event) {
    if (!touched || event.detail === 0) {
      return;
    }
    var link = linkAt(event);
    if (!link) {
      cancel();
      closeFrom(levelOf(event.target));
      return;
    }
    if (pile.some(function (open) { return open.link === link; })) {
      return;
    }
    event.preventDefault();
    show(link).then(function (shown) {
      if (!shown) {
        window.location.href = link.href;
      }
    });
  });

  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && (pile.length || wanted)) {
      var top = pile[pile.length - 1];
      if (top && top.card.contains(document.activeElement)) {
        top.link.focus();
      }
      cancel();
      closeFrom(pile.length - 1);
    }
  });

  // The preview stands at the end of the page: the arrow down leads into it, the tabulator past its ends back to its link.
  document.addEventListener("keydown", function (event) {
    var at = document.activeElement;
    var open = pile.find(function (one) { return one.link === at; });
    var around = pile.find(function (one) { return one.card.contains(at); });
    if (event.key === "ArrowDown" && open && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      var first = open.card.querySelector("a[href]");
      if (first) {
        event.preventDefault();
        first.focus();
      }
    } else if (event.key === "Tab" && around) {
      var links = Array.from(around.card.querySelectorAll("a[href]"));
      if (at === links[event.shiftKey ? 0 : links.length - 1]) {
        around.link.focus();
        if (event.shiftKey) {
          event.preventDefault();
        }
      }
    }
  });

  window.addEventListener("hashchange", function () { closeFrom(0); });

  // A telephone that is turned: the previews stay open, and beside their links.
  window.addEventListener("resize", function () {
    pile.forEach(function (open) {
      open.card.style.left = "0"; // it is as wide as it may be there
      place(open.card, open.link);
    });
  });

  // --- permalinks ---------------------------------------------------------------------------------------------------

  // The clipboard is not offered on plain http, and may be refused; the old way may still be allowed then.
  function copy(text) {
    return navigator.clipboard ? navigator.clipboard.writeText(text).catch(function () { return copySelected(text); }) : copySelected(text);
  }

  function copySelected(text) {
    var field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    var done = document.execCommand("copy");
    field.remove();
    return done ? Promise.resolve() : Promise.reject(new Error("copy"));
  }

  function say(words) {
    document.getElementById("live").textContent = words;
  }

  document.querySelectorAll("button.copy").forEach(function (button) {
    button.addEventListener("click", function () {
      var url = new URL(button.dataset.permalink || window.location.pathname, window.location.href);
      copy(url.href).then(
        function () {
          button.classList.add("done");
          say(chinese() ? "链接已复制" : "Link copied");
          window.setTimeout(function () { button.classList.remove("done"); }, 1500);
        },
        function () { window.location.href = url.href; } // it can be copied from the address bar
      );
    });
  });

  // --- settings -----------------------------------------------------------------------------------------------------

  document.querySelectorAll("button.set-theme").forEach(function (button) {
    button.addEventListener("click", function () {
      var chosen = root.getAttribute("data-theme");
      var dark = chosen ? chosen === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
      headjudge.set("theme", dark ? "light" : "dark");
    });
  });

  document.querySelectorAll("button.set-interface").forEach(function (button) {
    button.addEventListener("click", function () {
      headjudge.set("interface", chinese() ? "en" : "zh");
    });
  });
})();
