// What the search box asks: the clauses that `judge` finds for the same words, in the same order. It is loaded when the box is
// first used. Folding follows kb/fold.py, numbers kb/address.py and kb/near.py, ranking kb/search.py (SQLite's bm25) and
// kb/search_synonyms.py; a test in a browser holds them together.
(function () {
  "use strict";
  const headjudge = window.headjudge;
  const LONGEST = 1000; // characters of a query
  const RANKED = 5000; // of more matches than these none is ranked by its text
  const DEFINERS = 100; // clauses that define one word and are put first
  const WAYS = 12; // ways to say one word
  const READ = 20000; // characters of a clause that are read for a snippet
  const WIDTH = 60; // characters of a snippet
  const K1 = 1.2; // SQLite's bm25
  const B = 0.75;
  const TITLE_WEIGHT = 4;
  const SHARE = 4; // one of so many hits at least is kept for synonyms

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

  function fold(text) {
    const plain = text.toWellFormed().normalize("NFKC");
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
  function foldNumber(words) {
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

  function below(clause, number) {
    return !clause.synthetic && clause.key.startsWith(number) && /^[.a-z{|}~-]/u.test(clause.key.slice(number.length));
  }

  function numbered(books, query) {
    const found = [];
    for (const one of numbersOf(query)) {
      const named = books.filter((book) => (!one.game || book.id === one.game) && (!one.edition || book.edition === one.edition));
      const clauses = named.flatMap((book) => book.clauses);
      found.push(...clauses.filter((clause) => clause.key === one.number));
      found.push(...clauses.filter((clause) => below(clause, one.number)));
    }
    return Array.from(new Set(found));
  }

  // --- ranking --------------------------------------------------------------------------------------------------------

  function times(text, word) {
    let count = 0;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      count += 1;
    }
    return count;
  }

  const has = (clause, word) => clause.foldedTitle.includes(word) || clause.foldedText.includes(word);
  const hasAll = (clause, words) => words.every((word) => has(clause, word));

  // How well texts fit a query of these phrases, as SQLite's bm25 has it, squashed to below 1.
  function ranker(shelf, phrases) {
    const everything = shelf.everything;
    const weights = phrases.map((phrase) => {
      const rows = everything.reduce((count, clause) => count + (has(clause, phrase) ? 1 : 0), 0);
      const weight = Math.log((everything.length - rows + 0.5) / (rows + 0.5));
      return weight > 0 ? weight : 1e-6;
    });
    return function (clause) {
      let rank = 0;
      phrases.forEach((phrase, at) => {
        const often = TITLE_WEIGHT * times(clause.foldedTitle, phrase) + times(clause.foldedText, phrase);
        rank += weights[at] * ((often * (K1 + 1)) / (often + K1 * (1 - B + (B * clause.length) / shelf.average)));
      });
      return rank / (rank + 1);
    };
  }

  function best(scores, limit) {
    const ranked = Array.from(scores.keys()).sort((one, other) => scores.get(other) - scores.get(one) || one.row - other.row);
    return ranked.slice(0, limit);
  }

  function exactly(shelf, books, query, words) {
    const scores = new Map();
    const matches = shelf.everything.filter((clause) => hasAll(clause, words));
    const rank = matches.length <= RANKED ? ranker(shelf, words) : () => 0;
    const whole = fold(query);
    for (const book of books) {
      const tiers = tiersOf(book, words, whole);
      for (const clause of matches.filter((one) => one.book === book)) {
        scores.set(clause, rank(clause) + (tiers.get(clause) || 0));
      }
    }
    return scores;
  }

  // What matches with more than its text: by a title that contains the words, by defining them, by being named so.
  function tiersOf(book, words, whole) {
    const titled = book.clauses.filter((clause) => words.every((word) => clause.foldedTitle.includes(word)));
    const tiers = new Map(titled.map((clause) => [clause, 1]));
    if (words.every((word) => whole.includes(word))) {
      const definers = new Map();
      for (const [place, byTitle] of book.terms.filter((term) => term.folded === whole).flatMap((term) => term.places)) {
        definers.set(place, definers.get(place) || byTitle);
      }
      for (const place of Array.from(definers.keys()).sort((one, other) => one - other).slice(0, DEFINERS)) {
        if (hasAll(book.clauses[place], words)) {
          tiers.set(book.clauses[place], definers.get(place) ? 3 : 2);
        }
      }
      titled.filter((clause) => clause.foldedTitle === whole).forEach((clause) => tiers.set(clause, 3));
    }
    return tiers;
  }

  // --- synonyms -------------------------------------------------------------------------------------------------------

  function otherwise(book, word) {
    const ways = book.synonyms
      .filter(([other]) => word.includes(other) && (other === word || Array.from(other).length > 1))
      .map(([other, term]) => word.split(other).join(term));
    return Array.from(new Set(ways.filter((way) => way !== word))).slice(0, WAYS);
  }

  function bySynonyms(shelf, books, words, limit) {
    const scores = new Map();
    const readings = new Map();
    const places = [];
    for (const book of books) {
      const said = words.map((word) => [word, ...otherwise(book, word)]);
      const asked = book.clauses.filter((clause) => hasAll(clause, words));
      if (asked.length || said.every((ways) => ways.length === 1)) {
        continue; // what the game says itself needs nothing in its place
      }
      const rank = ranker(shelf, said.flat());
      const found = book.clauses.filter((clause) => said.every((ways) => ways.some((way) => has(clause, way))));
      const own = new Map(found.slice(0, RANKED).map((clause) => [clause, rank(clause) - 1]));
      own.forEach((score, clause) => {
        scores.set(clause, score);
        readings.set(clause, said);
      });
      places.push(best(own, limit));
    }
    const turns = [];
    const rounds = Math.max(0, ...places.map((ranked) => ranked.length));
    for (let turn = 0; turn < rounds && turns.length < limit; turn += 1) {
      turns.push(...places.flatMap((ranked) => ranked.slice(turn, turn + 1)));
    }
    const some = turns.slice(0, limit).sort((one, other) => scores.get(other) - scores.get(one) || one.row - other.row);
    return { total: scores.size, clauses: some, readings };
  }

  // The words of the query that the clause says otherwise, each with the word that it has.
  function instead(clause, said) {
    const folded = fold(clause.title + "\n" + clause.text);
    return said
      .filter(([word]) => !folded.includes(word))
      .flatMap(([word, ...ways]) => ways.filter((way) => folded.includes(way)).map((way) => [word, way]));
  }

  // --- what is shown of a hit -----------------------------------------------------------------------------------------

  // Where the words stand in the text as printed: folding is followed character by character.
  function places(text, words) {
    let letters = "";
    const origin = [];
    let at = 0;
    for (const char of text) {
      const folded = fold(char);
      for (let letter = 0; letter < folded.length; letter += 1) {
        origin.push([at, at + char.length]);
      }
      letters += folded;
      at += char.length;
    }
    const found = [];
    for (const word of words) {
      const bare = word.replace(/ /gu, "");
      for (let start = letters.indexOf(bare); bare && start >= 0; start = letters.indexOf(bare, start + bare.length)) {
        found.push([origin[start][0], origin[start + bare.length - 1][1]]);
      }
    }
    found.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    const joined = [];
    for (const [start, end] of found) {
      const last = joined[joined.length - 1];
      if (last && start <= last[1]) {
        last[1] = Math.max(last[1], end);
      } else {
        joined.push([start, end]);
      }
    }
    return joined;
  }

  // A row of [words, whether they were found].
  function snippet(text, words) {
    const line = text.slice(0, READ);
    const found = places(line, words);
    const first = found.length ? found[0][0] : 0;
    let start = line.length > WIDTH ? Math.max(0, first - WIDTH / 3) : 0;
    start -= /[\udc00-\udfff]/.test(line[start] || "") ? 1 : 0; // never half a character
    let end = Math.min(line.length, start + WIDTH);
    end += /[\udc00-\udfff]/.test(line[end] || "") ? 1 : 0;
    const runs = [[start ? "…" : "", false]];
    let at = start;
    for (const [from, to] of found.filter((run) => run[0] < end && run[1] > start)) {
      runs.push([line.slice(at, Math.max(at, from)), false], [line.slice(Math.max(at, from), Math.min(to, end)), true]);
      at = Math.min(to, end);
    }
    runs.push([line.slice(at, end), false], [end < line.length ? "…" : "", false]);
    return { runs: runs.filter((run) => run[0]), found: found.length };
  }

  function shown(clause, words) {
    const both = [clause.title, clause.text].filter(Boolean).map((text) => snippet(text, words));
    return both.reduce((one, other) => (other.found > one.found ? other : one), both[0] || { runs: [], found: 0 }).runs;
  }

  // --- the shelf ------------------------------------------------------------------------------------------------------

  function unpack(folder, data, base) {
    const book = { folder, base, id: data.id, edition: data.edition, game: data.game, order: data.order, pages: data.pages };
    book.clauses = data.clauses.map(([page, up, anchor, label, title, text, foldedTitle, foldedText, key], place) => ({
      book, place, page, anchor, label: label || anchor, title, text,
      parent: up ? place - up : -1,
      foldedTitle: foldedTitle === 0 ? title : foldedTitle,
      foldedText: foldedText === 0 ? text : foldedText,
      key: key === undefined ? anchor : key,
      synthetic: place === 0 || (key === undefined ? anchor : key).includes("/"),
    }));
    book.terms = data.terms.map(([word, folded, way, found]) => ({ book, word, folded, way, places: found }));
    book.rulings = data.rulings.map(([title, folded, way]) => ({ book, title, folded, way }));
    book.synonyms = data.synonyms;
    return book;
  }

  headjudge.finder = function (library, packed) {
    Array.from(library.traditional).forEach((char, place) => simplified.set(char, library.simplifiedOf[place]));
    const books = packed.map((one) => unpack(one.folder, one.data, one.base)).sort((one, other) => one.order - other.order);
    const everything = books.flatMap((book) => book.clauses);
    everything.forEach((clause, row) => {
      clause.row = row;
      clause.length = Array.from(clause.foldedTitle).length + Array.from(clause.foldedText).length;
    });
    const letters = everything.reduce((sum, clause) => sum + clause.length, 0);
    const shelf = { everything, average: letters / (everything.length || 1) };

    // `game` is a rulebook's id, or '' for all of them.
    function find(query, game, limit) {
      const words = query.length <= LONGEST ? wordsOf(query) : [];
      const chosen = books.filter((book) => !game || book.id === game).sort((one, other) => (one.id < other.id ? -1 : 1));
      const byNumber = query.length <= LONGEST ? numbered(chosen, query) : [];
      const scores = words.length ? exactly(shelf, chosen, query, words) : new Map();
      const synonyms = words.length
        ? bySynonyms(shelf, chosen, words, Math.max(limit - Math.min(scores.size, limit), Math.floor(limit / SHARE)))
        : { total: 0, clauses: [], readings: new Map() };
      const exact = best(scores, Math.max(0, limit - synonyms.clauses.length)).filter((clause) => !byNumber.includes(clause));
      const hits = [...byNumber, ...exact].slice(0, limit).map((clause) => ({ clause, instead: [], words }));
      for (const clause of synonyms.clauses.slice(0, limit - hits.length)) {
        const said = synonyms.readings.get(clause);
        hits.push({ clause, instead: instead(clause, said), words: Array.from(new Set(said.flat())) });
      }
      const numbers = byNumber.filter((clause) => !scores.has(clause)).length;
      const whole = words.length ? fold(query) : "";
      const all = (text) => words.length > 0 && words.every((word) => text.includes(word));
      const named = chosen.flatMap((book) => book.terms.filter((term) => all(term.folded)));
      return {
        hits,
        total: numbers + scores.size,
        synonyms: synonyms.total,
        terms: named.sort((one, other) => (other.folded === whole) - (one.folded === whole) || one.folded.length - other.folded.length),
        rulings: chosen.flatMap((book) => book.rulings.filter((ruling) => all(ruling.folded))),
      };
    }

    return { books, find, shown };
  };

  headjudge.foldNumber = foldNumber;
  headjudge.fold = fold;
})();
