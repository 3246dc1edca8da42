// Rulings run on the page: `<pre class="ruling-source" data-ruling data-game>` gets an editor below it. The simulator is asked of
// the site's own server where there is one (`judge site serve`), else it is Python in a worker; neither is loaded before a run.
(function () {
  "use strict";
  const headjudge = window.headjudge;
  const root = document.documentElement;
  const SITE = new URL("../", document.currentScript.src);
  const GRACE = 20; // seconds beyond the simulator's own limit, after which a run is ended from outside
  const SHOWN = 150; // steps of a line that are set at once

  function both(zh, en) {
    return ["zh", "en"].map((language) => {
      const made = element("span", language, language === "zh" ? zh : en);
      made.lang = language === "zh" ? "zh-Hans" : "en";
      return made;
    });
  }

  function element(name, className, text) {
    const made = document.createElement(name);
    made.className = className || "";
    made.textContent = text || "";
    return made;
  }

  function of(name, className, ...parts) {
    const made = element(name, className);
    made.append(...parts);
    return made;
  }

  function button(zh, en, action) {
    const made = of("button", "", ...both(zh, en));
    made.type = "button";
    made.addEventListener("click", action);
    return made;
  }

  // --- how rulings are run here -----------------------------------------------------------------------------------------

  let offer = null; // { server, runtime, seconds }

  headjudge.runs = function (about) {
    offer = about;
  };

  function offered() {
    return new Promise(function (resolve) {
      if (offer) {
        resolve(offer);
        return;
      }
      const script = document.createElement("script");
      script.src = new URL("static/runs.js", SITE).href;
      script.onload = script.onerror = () => resolve(offer || {});
      document.head.append(script);
    });
  }

  class Elsewhere extends Error {} // it cannot be run on this page
  class Unreachable extends Error {} // what runs it did not load

  const STAGES = {
    python: ["正在载入 Python（首次约 6 MB，之后可离线）……", "Loading Python (about 6 MB the first time, then offline) …"],
    simulator: ["正在载入规则模拟器……", "Loading the simulator …"],
    running: ["正在运行……", "Running …"],
  };

  let worker = null;

  function inWorker(request, tell, signal) {
    worker ??= new Worker(new URL("static/playground-worker.mjs", SITE), { type: "module" });
    return new Promise(function (resolve, reject) {
      let clock = 0;
      function end(settle, value) {
        window.clearTimeout(clock);
        worker.onmessage = worker.onerror = null;
        settle(value);
      }
      function kill(error) {
        worker.terminate();
        end(reject, error);
        worker = null;
      }
      worker.onmessage = function (event) {
        if (event.data.stage) {
          tell(STAGES[event.data.stage]);
          if (event.data.stage === "running") {
            clock = window.setTimeout(() => kill(new DOMException("", "TimeoutError")), (offer.seconds + GRACE) * 1000);
          }
        } else if (event.data.answer) {
          end(resolve, event.data.answer);
        } else {
          kill(new Error(event.data.broken));
        }
      };
      worker.onerror = (event) => kill(event.message ? new Error(event.message) : new Unreachable());
      signal.addEventListener("abort", () => kill(new DOMException("", "AbortError")));
      worker.postMessage(request);
    });
  }

  async function onServer(request, tell, signal) {
    tell(STAGES.running);
    const reply = await fetch(new URL("run", SITE), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
    return reply.json();
  }

  async function run(request, tell, signal) {
    const about = await offered();
    if (window.location.protocol !== "file:" && about.server) {
      return onServer(request, tell, signal);
    }
    if (window.location.protocol !== "file:" && about.runtime && window.Worker && window.WebAssembly) {
      return inWorker(request, tell, signal);
    }
    throw new Elsewhere();
  }

  // --- links to clauses -------------------------------------------------------------------------------------------------

  let places = null; // clause keys of each game -> hrefs

  async function clausePlaces() {
    if (!places) {
      const finder = await headjudge.search.load();
      places = new Map();
      for (const clause of finder.books.flatMap((book) => book.clauses)) {
        const page = clause.book.pages[clause.page][0];
        const href = new URL(`${page}#${encodeURIComponent(clause.anchor)}`, clause.book.base).href;
        places.set(`${clause.book.id}:${clause.key}`, href);
      }
    }
    return places;
  }

  function clauseLink(game, number) {
    const href = places && places.get(`${game}:${number}`);
    const made = element(href ? "a" : "span", "reference number", number);
    if (href) {
      made.href = href;
    }
    return made;
  }

  function clauseLinks(game, numbers) {
    return numbers.flatMap((number) => [" ", clauseLink(game, number)]);
  }

  // --- the answer -------------------------------------------------------------------------------------------------------

  const SAID = {
    zh: {
      steps: "过程", step: "步", witness: "这样的一种走法", counter: "不是这样的一种走法", because: "因",
      policies: "规则未写明之处，按以下读法", assumptions: "设", unmodelled: "没有模拟", legal: "此处可以", expected: "如所预期，不合法", illegal: "不合法",
      quiet: (count) => `另有 ${count} 步没有改变任何事`, more: (count) => `再显示 ${count} 步`, passed: "（不适用）",
    },
    en: {
      steps: "What happens", step: "steps", witness: "A line on which it is so", counter: "A line on which it is not", because: "because",
      policies: "Where the rulebook is silent, read like this", assumptions: "Assumed", unmodelled: "Not modelled", legal: "Legal here",
      expected: "Illegal, as expected", illegal: "Illegal",
      quiet: (count) => `${count} further steps changed nothing`, more: (count) => `Show ${count} more steps`, passed: "(does not apply)",
    },
  };
  const SIGNS = new Map([[true, "✓"], [false, "✗"], [null, "?"]]);

  function answerIn(language, game, answer) {
    const said = SAID[language];
    const made = element("div", language);
    made.lang = language === "zh" ? "zh-Hans" : "en";
    made.append(element("p", `verdict ${answer.verdict}`, answer.sentence));
    made.append(...listed("", "expectations", answer.expectations.map((one) => expectation(said, game, one))));
    made.append(...listed("", "expectations", answer.refused.map((one) => refusal(said, game, one))));
    made.append(...listed(said.policies, "policies", answer.policies.map((one) => policy(game, one))));
    made.append(...listed(said.assumptions, "assumptions", answer.assumptions.map((text) => of("li", "", text))));
    made.append(...listed(said.unmodelled, "unmodelled", answer.unmodelled.map((text) => of("li", "", text))));
    if (answer.trace.length) {
      made.append(line(said, said.steps, game, answer.trace, true));
    }
    return made;
  }

  function listed(title, className, items) {
    return items.length ? [...(title ? [element("p", "lead", title)] : []), of("ul", className, ...items)] : [];
  }

  function expectation(said, game, one) {
    const made = of("li", "", element("span", "sign", SIGNS.get(one.holds)), " ", one.text, ...clauseLinks(game, one.clauses));
    if (one.counterexample && one.holds !== true) {
      made.append(line(said, said.counter, game, one.counterexample, false));
    } else if (one.quantifier === "sometimes" && one.witness) {
      made.append(line(said, said.witness, game, one.witness, false));
    }
    return made;
  }

  function refusal(said, game, one) {
    const made = of("li", "", element("span", "sign", one.expected ? "✓" : "✗"), " ", one.expected ? said.expected : said.illegal, " ");
    made.append(one.action, ...clauseLinks(game, one.clauses));
    made.append(...listed(said.legal, "legal", one.legal.map((text) => of("li", "", text))));
    return made;
  }

  function policy(game, one) {
    return of("li", "", one.question, " ", of("b", "", one.reading), ...clauseLinks(game, one.clauses));
  }

  function line(said, title, game, trace, open) {
    const told = trace.filter((step) => step.chosen || step.events.length);
    const made = of("details", "line", of("summary", "", `${title} (${told.length} ${said.step})`));
    made.open = open && told.length <= SHOWN;
    const steps = element("ol", "trace");
    made.append(steps);
    function add(from) {
      steps.append(...told.slice(from, from + SHOWN).map((step) => stepItem(said, game, step)));
      const left = told.length - from - SHOWN;
      if (left > 0) {
        const more = element("button", "", said.more(Math.min(left, SHOWN)));
        more.type = "button";
        more.addEventListener("click", function () {
          more.remove();
          add(from + SHOWN);
        });
        made.append(more);
      }
    }
    add(0);
    if (trace.length > told.length) {
      made.append(element("p", "lead", said.quiet(trace.length - told.length)));
    }
    return made;
  }

  function stepItem(said, game, step) {
    const made = element("li", `depth-${Math.min(step.depth, 5)}`);
    made.append(step.clause ? clauseLink(game, step.clause) : "—", " ", element("span", "quote", step.quote));
    made.append(step.applies ? "" : ` ${said.passed}`);
    made.append(...[step.chosen, ...step.events].filter(Boolean).map((text) => element("p", "event", text)));
    if (step.rests_on.length) {
      made.append(of("p", "lead", ...clauseLinks(game, step.rests_on)));
    }
    return made;
  }

  // --- the editor -------------------------------------------------------------------------------------------------------

  let editors = 0;

  class Editor {
    constructor(source) {
      this.source = source;
      this.game = source.dataset.game;
      this.text = source.textContent;
      this.aborting = null;
      const id = `ruling-editor-${(editors += 1)}`;
      this.field = element("textarea", "ruling-editor", "");
      this.field.id = id;
      this.field.value = this.text;
      this.field.spellcheck = false;
      this.field.lang = "zh-Hans";
      this.field.rows = Math.min(30, Math.max(8, this.text.split("\n").length + 1));
      this.field.setAttribute("autocapitalize", "none");
      this.field.setAttribute("aria-describedby", `${id}-status ${id}-error`);
      this.runButton = button("运行", "Run", () => this.run());
      this.runButton.className = "run";
      this.runButton.append(element("kbd", "", "Ctrl+Enter"));
      this.stopButton = button("停止", "Stop", () => this.aborting && this.aborting.abort());
      this.stopButton.hidden = true;
      this.resetButton = button("恢复原文", "Reset", () => this.reset());
      this.status = element("p", "status");
      this.status.id = `${id}-status`;
      this.status.setAttribute("role", "status");
      this.error = element("div", "ruling-error");
      this.error.id = `${id}-error`;
      this.error.setAttribute("role", "alert");
      this.result = element("div", "ruling-answer");
      const label = of("label", "lead", ...both("裁定的文本", "The ruling's text"));
      label.htmlFor = id;
      const tools = of("p", "tools", this.runButton, this.stopButton, this.resetButton);
      this.element = of("div", "playground", label, this.field, tools, this.status, this.error, this.result);
      this.field.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          this.run();
        }
      });
      this.field.addEventListener("input", () => this.field.removeAttribute("aria-invalid"));
    }

    reset() {
      this.field.value = this.text;
      this.clear();
      this.field.focus();
    }

    clear() {
      this.field.removeAttribute("aria-invalid");
      this.error.replaceChildren();
      this.result.replaceChildren();
      this.tell(null);
    }

    tell(words) {
      this.status.replaceChildren(...(words ? both(...words) : []));
    }

    async run() {
      if (this.aborting) {
        return;
      }
      this.clear();
      this.aborting = new AbortController();
      this.runButton.setAttribute("aria-disabled", "true");
      this.stopButton.hidden = false;
      const request = { text: this.field.value, game: this.game };
      try {
        const answer = await run(request, (words) => this.tell(words), this.aborting.signal);
        await clausePlaces().catch(() => undefined); // without it the clauses are named, and not linked
        this.tell(null);
        this.show(answer);
      } catch (error) {
        this.tell(null);
        this.fail(error);
      } finally {
        this.aborting = null;
        this.runButton.removeAttribute("aria-disabled");
        this.stopButton.hidden = true;
      }
    }

    show(answer) {
      if (answer.error) {
        this.say(answer.error.zh, answer.error.en);
        this.point(answer.error);
        return;
      }
      this.result.append(answerIn("zh", this.game, answer.answer.zh), answerIn("en", this.game, answer.answer.en));
      const [zh, en] = [answer.answer.zh.sentence, answer.answer.en.sentence];
      document.getElementById("live").textContent = root.getAttribute("data-interface") === "en" ? en : zh;
    }

    // The place in the text at which the reader should look: columns are counted in characters.
    point(error) {
      this.field.setAttribute("aria-invalid", "true");
      if (!error.line) {
        return;
      }
      const lines = this.field.value.split("\n");
      const before = lines.slice(0, error.line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      const inside = Array.from(lines[error.line - 1] || "").slice(0, Math.max(0, (error.column || 1) - 1)).join("").length;
      const end = before + (lines[error.line - 1] || "").length;
      this.field.focus();
      this.field.setSelectionRange(before + inside, Math.max(before + inside, end));
    }

    say(zh, en) {
      this.error.replaceChildren(...both(zh, en).map((words) => {
        const made = of("pre", words.className, words.textContent);
        made.lang = words.lang;
        return made;
      }));
    }

    fail(error) {
      const name = this.source.dataset.ruling;
      const command = `judge whatif ${name || "my.ruling"}`;
      if (error instanceof Elsewhere) {
        const disk = window.location.protocol === "file:";
        this.say(
          `${disk ? "从磁盘打开的页面不能运行裁定。" : "本站没有带上运行裁定的程序。"}\n在命令行运行：${command}\n或者用 judge site serve 打开本站。`,
          `${disk ? "A page opened from disk cannot run rulings." : "This site comes without what runs rulings."}\n` +
            `On the command line: ${command}\nOr open this site with: judge site serve`
        );
      } else if (error.name === "AbortError") {
        this.tell(["已停止", "Stopped"]);
      } else if (error.name === "TimeoutError") {
        this.say("运行时间过长，已停止。请缩小场面，或在命令行运行并放宽限制：judge whatif --seconds 300",
          "It took too long and was ended. Make the table smaller, or give it more time on the command line: judge whatif --seconds 300");
      } else if (error instanceof Unreachable || error instanceof TypeError) { // so the browser names a request without a reply
        this.say(`没有运行：运行裁定的程序没有载入，可能没有网络。\n请联网后再试；在命令行运行：${command}`,
          `It was not run: what runs rulings did not load; there may be no network.\nTry again when there is; on the command line: ${command}`);
      } else {
        this.say(`没有运行：${error.message}\n请检查网络后再试；在命令行运行：${command}`,
          `It was not run: ${error.message}\nCheck the network and try again; on the command line: ${command}`);
      }
    }
  }

  function open(source) {
    const editor = new Editor(source);
    source.replaceWith(editor.element);
    return editor;
  }

  document.querySelectorAll("pre.ruling-source[data-ruling]").forEach(function (source) {
    if ("open" in source.dataset) {
      open(source);
      return;
    }
    const edit = button("修改并运行", "Edit and run", function () {
      edit.remove();
      open(source).field.focus();
    });
    edit.className = "edit-ruling";
    source.after(edit);
  });
})();
