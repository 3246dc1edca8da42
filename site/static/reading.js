// Queries as the knowledge base reads them: folding follows kb/fold.py, numbers kb/address.py. Loaded with `finder.js`; a test in a
// browser holds the two sides together.
(function () {
  "use strict";

  // --- one spelling for what a reader means alike ---------------------------------------------------------------------

  const simplified = new Map();
  const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;
  const SPACE_RUNS = new RegExp(SPACES.source, "gu");
  const LETTER = "[0-9a-z\\u00c0-\\u024f\\u0370-\\u06ff\\u1e00-\\u1fff]";
  const STRAY_SPACE = new RegExp(`(?<!${LETTER}) | (?!${LETTER})`, "gu");

  // Python's casefold, where it is more than a small letter.
  function small(char) {
    if (char === "\u1e9e") {
      return "ss";
    }
    if (/[\xdf\u0345\u03c2\u1c80-\u1c88\u1f80-\u1ffc]/u.test(char)) {
      return char.toUpperCase().toLowerCase();
    }
    return /[\u13a0-\u13fd\uab70-\uabbf]/u.test(char) ? char.toUpperCase() : char.toLowerCase();
  }

  function split(text) {
    return text.split(SPACE_RUNS).filter(Boolean);
  }

  // Characters that nobody sees: a copy from a page or a chat brings them along between the letters.
  const UNSEEN = /[\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u{e0000}-\u{e0fff}]/gu;

  function fold(text) {
    if (/^[\x00-\x7f]*$/u.test(text)) {
      return split(text.toLowerCase()).join(" ").replace(STRAY_SPACE, "");
    }
    const plain = text.toWellFormed().replace(UNSEEN, "").normalize("NFKC");
    const lower = Array.from(plain, small).join("").normalize("NFKC");
    const folded = split(Array.from(lower, (char) => simplified.get(char) || char).join("")).join(" ");
    return folded.includes(" ") ? folded.replace(STRAY_SPACE, "").normalize("NFKC") : folded;
  }

  function wordsOf(query) {
    return Array.from(new Set(split(query).map((word) => fold(word).trim()).filter(Boolean)));
  }

  // --- numbers --------------------------------------------------------------------------------------------------------

  const FIGURES = "零一二三四五六七八九";
  const TENS = { "十": 10, "百": 100, "千": 1000 };
  const COUNTING = "[零〇一二两三四五六七八九十百]";

  function chineseNumeral(words) {
    let total = 0;
    let figure = 0;
    for (const char of words) {
      if (Object.hasOwn(TENS, char)) {
        total += (figure || 1) * TENS[char];
        figure = 0;
      } else {
        const value = char === "〇" ? 0 : char === "两" ? 2 : FIGURES.indexOf(char);
        figure = total || figure === 0 ? value : figure * 10 + value;
      }
    }
    return total + figure;
  }

  function stripped(text, signs) {
    let start = 0;
    let end = text.length;
    while (start < end && signs.includes(text[start])) {
      start += 1;
    }
    while (end > start && signs.includes(text[end - 1])) {
      end -= 1;
    }
    return text.slice(start, end);
  }

  // "１０. ５" is 10.5, "第10章" is 10, "（10.5.）" is 10.5, "2.6.1②" is the step 2.6.1/②; what is no number is ''.
  function foldNumber(typed) {
    const words = typed.replace(UNSEEN, "");
    const several = split(words).filter((word) => /^\p{Nd}+([.-]\p{Nd}+)+$/u.test(word));
    if (words.length > 64 || several.length > 1) {
      return "";
    }
    const bare = split(words).join("");
    const circled = /[①-⑳]$/u.test(bare) ? bare.slice(-1) : "";
    let folded = Array.from((circled ? bare.slice(0, -1) : bare).normalize("NFKC"), small).join("");
    folded = folded.replace(/。/gu, ".").replace(/[‐-―]/gu, "-").replace(/(?<=\p{Nd})[,.]+(?=\p{Nd})/gu, ".");
    folded = stripped(folded, "()[]【】「」:,、").replace(/\.$/u, "");
    const lead = /^(?:第|规则|規則|rule|chapter|section|cr|§|#)+(?=[\p{Nd}零〇一二两三四五六七八九十百])/u.exec(folded);
    folded = lead ? folded.slice(lead[0].length) : folded;
    folded = folded.replace(/(?<=[\p{Nd}零〇一二两三四五六七八九十百])[章节節条條款项項]$/u, "");
    if (new RegExp(`^${COUNTING}+$`, "u").test(folded) && folded !== bare) {
      folded = String(chineseNumeral(folded)); // 十 alone is a word; 第十章 is a number
    }
    const key = folded.replace(/\/$/u, "") + (circled ? "/" + circled : "");
    return /^\d{1,4}(?:[.-]\d{1,4})*[a-z]{0,2}(?:\/[^\s/]{1,4})*(?:~\d{1,4})?$/u.test(key) ? key : "";
  }

  // `palworld:10.5` and `palworld@2026-07:10.5` name the rulebook too.
  function address(words) {
    const parts = /^(?:([^\P{L}\d][\p{L}\p{N}_-]*)(?:[@＠]([^:：\s]+))?\s*[:：](?=\s*\S))?\s*(.*)$/su.exec(words.trim());
    return { game: (parts[1] || "").toLowerCase(), edition: parts[2] || "", number: foldNumber(parts[3].trim()) };
  }

  function numbersOf(query) {
    const whole = address(query);
    const each = split(query).map(address);
    return each.length > 1 && each.every((one) => one.number) ? each : whole.number ? [whole] : [];
  }

  window.headjudge.reading = { simplified, split, fold, wordsOf, foldNumber, numbersOf };
})();
