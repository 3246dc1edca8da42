// The site is kept for reading without network; when a newer one has been fetched, the reader is told of it and decides.
(function () {
  "use strict";
  const SITE = new URL("../", document.currentScript.src);
  if (!("serviceWorker" in navigator) || !window.isSecureContext || !/^https?:$/.test(window.location.protocol)) {
    return;
  }

  function spans(zh, en) {
    return [["zh", "zh-Hans", zh], ["en", "en", en]].map(([className, lang, words]) => {
      const made = document.createElement("span");
      made.className = className;
      made.lang = lang;
      made.textContent = words;
      return made;
    });
  }

  function button(zh, en, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.append(...spans(zh, en));
    made.addEventListener("click", action);
    return made;
  }

  // Which editions the waiting site has.
  function editions(worker) {
    return new Promise(function (resolve) {
      const channel = new MessageChannel();
      channel.port1.onmessage = (event) => resolve(event.data);
      window.setTimeout(() => resolve([]), 2000);
      worker.postMessage("editions", [channel.port2]);
    });
  }

  async function announce(worker) {
    const told = await editions(worker);
    const notice = document.createElement("aside");
    notice.className = "update";
    notice.setAttribute("role", "status");
    const named = (language) => told.map((one) => [one[language], one.edition, one.effective].filter(Boolean).join(" "));
    const lead = document.createElement("p");
    lead.append(...spans(`本站有更新：${named("zh").join("；")}`, `This site was updated: ${named("en").join("; ")}`));
    const tools = document.createElement("p");
    tools.append(button("重新载入", "Reload", () => worker.postMessage("take-over")), " ", button("以后", "Later", () => notice.remove()));
    notice.append(lead, tools);
    document.querySelectorAll("aside.update").forEach((one) => one.remove());
    document.body.append(notice);
  }

  function watch(worker) {
    if (worker && navigator.serviceWorker.controller) {
      if (worker.state === "installed") {
        announce(worker);
      }
      worker.addEventListener("statechange", function () {
        if (worker.state === "installed") {
          announce(worker);
        }
      });
    }
  }

  const controlled = Boolean(navigator.serviceWorker.controller);
  let reloaded = false;
  navigator.serviceWorker.addEventListener("controllerchange", function () {
    if (controlled && !reloaded) { // the first visit is taken over without a word
      reloaded = true;
      window.location.reload();
    }
  });
  window.addEventListener("load", function () {
    navigator.serviceWorker.register(new URL("sw.js", SITE), { scope: SITE.pathname }).then(
      function (registration) {
        if (!registration) { // a browser that was told to keep nothing says so in this way
          return;
        }
        watch(registration.waiting || registration.installing);
        registration.addEventListener("updatefound", () => watch(registration.installing));
      },
      () => undefined // storage is full or forbidden: the site is read from the network then
    );
  });
})();
