// Python in the reader's browser, with the simulator that the command line has. One worker runs one ruling at a time.
import { loadPyodide } from "../playground/pyodide.mjs";

const FOLDER = new URL("../playground/", import.meta.url);

const BEGIN = `
import json, sys
sys.path.insert(0, "/home/headjudge")
from headjudge.simulator.answers.asked import asked, law_from
def read(name):
    with open(f"/home/headjudge/{name}", encoding="utf-8") as file:
        return json.load(file)
law, messages = law_from(read("law.json")), read("messages.json")
def answer(text, game):
    return json.dumps(asked(text, game, law, messages), ensure_ascii=False)
answer
`;

async function begin() {
  postMessage({ stage: "python" });
  const python = await loadPyodide({ indexURL: FOLDER.href });
  postMessage({ stage: "simulator" });
  const archive = await fetch(new URL("headjudge.zip", FOLDER));
  if (!archive.ok) {
    throw new Error(`headjudge.zip: ${archive.status}`);
  }
  python.unpackArchive(await archive.arrayBuffer(), "zip", { extractDir: "/home/headjudge" });
  return python.runPython(BEGIN);
}

let answer = null;

self.addEventListener("message", async function (event) {
  try {
    answer ??= begin();
    const run = await answer;
    postMessage({ stage: "running" });
    postMessage({ answer: JSON.parse(run(event.data.text, event.data.game)) });
  } catch (error) {
    answer = null;
    postMessage({ broken: String(error) });
  }
});
