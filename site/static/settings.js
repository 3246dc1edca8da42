// Runs before the page is drawn, so that nothing flashes: the reader's theme and interface language.
(function () {
  "use strict";
  var root = document.documentElement;

  // The store may be missing or forbidden (private windows, some file:// pages): the site then forgets, and works.
  function recall(name) {
    try {
      return window.localStorage.getItem("headjudge." + name);
    } catch (error) {
      return null;
    }
  }

  function keep(name, value) {
    try {
      window.localStorage.setItem("headjudge." + name, value);
    } catch (error) {
      // nothing to do: see above
    }
  }

  function set(name, value) {
    root.setAttribute("data-" + name, value);
    keep(name, value);
  }

  root.setAttribute("data-script", "");
  ["theme", "interface"].forEach(function (name) {
    var value = recall(name);
    if (/^(dark|light|zh|en)$/.test(value || "")) {
      root.setAttribute("data-" + name, value);
    }
  });

  // Nothing chosen yet: English for a reader none of whose languages is Chinese.
  var spoken = navigator.languages || [];
  if (!root.hasAttribute("data-interface") && spoken.length && !spoken.some(function (tag) { return /^zh\b/i.test(tag); })) {
    root.setAttribute("data-interface", "en");
  }

  // The menu opens and closes without this; it also closes where one looks away.
  document.addEventListener("click", function (event) {
    document.querySelectorAll("details.menu[open]").forEach(function (menu) {
      if (!menu.contains(event.target)) {
        menu.open = false;
      }
    });
  });
  document.addEventListener("keydown", function (event) {
    var menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  window.headjudge = { set: set };
})();
