// What the search box asks: the clauses that `judge` finds for the same words, in the same order. It is loaded when the box is
// first used. Numbers are `near.js`'s business; this follows kb/search.py (SQLite's bm25) for ranking, kb/search_synonyms.py and
// kb/search_split.py; a test in a browser holds the two sides together.
(function () {
  "use strict";
  const headjudge = window.headjudge;
  const LONGEST = 1000; // characters of a query
  const LONGEST_NAME = 4; // words of an English name
  const LONGEST_QUESTION = 60; // characters of a query that is taken apart
  const RANKED = 5000; // of more matches than these none is ranked by its text
  const DEFINERS = 100; // clauses that define one word and are put first
  const WAYS = 12; // ways to say one word
  const READ = 20000; // characters of a clause that are read for a snippet
  const WIDTH = 60; // characters of a snippet
  const K1 = 1.2; // SQLite's bm25
  const B = 0.75;
  const TITLE_WEIGHT = 4;
  const SHARE = 4; // one of so many hits at least is kept for synonyms

  const { simplified, fold, wordsOf } = headjudge.reading;
  const { numbered, nearest } = headjudge.near;
  const unique = (items) => Array.from(new Set(items));

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

  const singular = (word) => word.replace(/s$/u, "");
  const ascii = (word) => /^[\x00-\x7f]*$/u.test(word);

  // An English word may be in the plural.
  function otherwise(book, word) {
    if (ascii(word)) {
      return unique(book.synonyms.filter(([other]) => other === word || other === singular(word)).map(([, term]) => term)).slice(0, WAYS);
    }
    const ways = book.synonyms
      .filter(([other]) => word.includes(other) && (other === word || Array.from(other).length > 1))
      .map(([other, term]) => word.split(other).join(term));
    return unique(ways.filter((way) => way !== word)).slice(0, WAYS);
  }

  // The words, those that are together one English name being one (`check` and `timing`).
  function names(shelf, asked) {
    const found = [];
    for (let at = 0, end = 0; at < asked.length; at = end) {
      end = Math.min(asked.length, at + LONGEST_NAME);
      while (end > at + 1 && !shelf.names.has(singular(asked.slice(at, end).join(" ")))) {
        end -= 1;
      }
      found.push(asked.slice(at, end).join(" "));
    }
    return found;
  }

  function bySynonyms(shelf, books, asked, limit) {
    const words = names(shelf, asked);
    const scores = new Map();
    const readings = new Map();
    const places = [];
    for (const book of books) {
      const said = words.map((word) => [word, ...otherwise(book, word)]);
      if (said.every((ways) => ways.length === 1) || book.clauses.some((clause) => hasAll(clause, words))) {
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

  // --- questions in which words are written together --------------------------------------------------------------------

  const ASKING = /能不能|可不可以|是不是|会不会|有没有|要不要|怎么办|怎么样|怎么|怎样|如何|为什么|什么|是否|可以吗|吗|呢|？/u;
  const JOINING = "的了着在是和与及或吗呢么，、。？！：；";

  const lengthOf = (words) => words.reduce((sum, word) => sum + Array.from(word).length, 0);
  const stands = (books, word) => books.some((book) => book.clauses.some((clause) => has(clause, word)));

  // The longest runs of what is no term that stand in a clause, from the left; single characters are left out.
  function between(books, letters) {
    const found = [];
    let at = 0;
    while (at < letters.length) {
      let end = JOINING.includes(letters[at]) ? at : letters.length;
      while (end > at + 1 && !stands(books, letters.slice(at, end).join(""))) {
        end -= 1;
      }
      if (end - at >= 2) {
        found.push({ word: letters.slice(at, end).join(""), term: false });
      }
      at = Math.max(end, at + 1);
    }
    return found;
  }

  function pieces(shelf, books, word) {
    if (ascii(word) || stands(books, word)) {
      return [{ word, term: true }];
    }
    const letters = Array.from(word);
    const found = [];
    let rest = [];
    let at = 0;
    while (at < letters.length) {
      let end = letters.length;
      while (end > at + 1 && !shelf.known.has(letters.slice(at, end).join(""))) {
        end -= 1;
      }
      if (end > at + 1) {
        found.push(...between(books, rest), { word: letters.slice(at, end).join(""), term: true });
        rest = [];
        at = end;
      } else {
        rest.push(letters[at]);
        at += 1;
      }
    }
    return [...found, ...between(books, rest)];
  }

  // The words of the query one by one: all of its pieces, then its terms alone, as far as they are most of what was asked.
  function takenApart(shelf, books, query) {
    const folded = Array.from(query).length <= LONGEST_QUESTION ? wordsOf(query) : [];
    const asked = folded.flatMap((word) => word.split(ASKING)).filter(Boolean);
    const all = asked.flatMap((word) => pieces(shelf, books, word));
    const first = all.filter((piece, place) => all.findIndex((one) => one.word === piece.word && one.term === piece.term) === place);
    const choices = [first, first.filter((piece) => piece.term)].map((some) => some.map((piece) => piece.word));
    const enough = choices.filter((some) => some.length > 1 && String(some) !== String(folded) && 2 * lengthOf(some) >= lengthOf(asked));
    return unique(enough.map((some) => some.join(" ")));
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

  // What is compared: the text itself (0), the text folded (1: it is in plain letters), or what is given.
  function compared(given, text) {
    return given === 0 ? text : given === 1 ? fold(text) : given;
  }

  function unpack(folder, data, base) {
    const book = { folder, base, id: data.id, edition: data.edition, game: data.game, order: data.order, pages: data.pages };
    book.clauses = data.clauses.map(([page, up, anchor, label, title, text, foldedTitle, foldedText, key], place) => ({
      book, place, page, anchor, label: label || anchor, title, text,
      parent: up ? place - up : -1,
      foldedTitle: compared(foldedTitle, title),
      foldedText: compared(foldedText, text),
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
    const synonyms = books.flatMap((book) => book.synonyms.map(([word]) => word));
    const shelf = {
      everything,
      average: letters / (everything.length || 1),
      names: new Set(synonyms.filter((word) => /[a-z] [a-z]/u.test(word))),
      known: new Set([...synonyms, ...books.flatMap((book) => book.terms.map((term) => term.folded))]),
    };

    // What has the words, and (in a quarter of the places at least) what says them otherwise.
    function found(query, chosen, limit) {
      const words = wordsOf(query);
      const scores = words.length ? exactly(shelf, chosen, query, words) : new Map();
      const room = Math.max(limit - Math.min(scores.size, limit), Math.floor(limit / SHARE));
      const said = words.length ? bySynonyms(shelf, chosen, words, room) : { total: 0, clauses: [], readings: new Map() };
      const hits = best(scores, Math.max(0, limit - said.clauses.length)).map((clause) => ({ clause, instead: [], words }));
      for (const clause of said.clauses) {
        const ways = said.readings.get(clause);
        hits.push({ clause, instead: instead(clause, ways), words: unique(ways.flat()) });
      }
      return { hits, scores, total: scores.size, synonyms: said.total, searched: query };
    }

    function foundApart(query, chosen, limit) {
      for (const parts of takenApart(shelf, chosen, query)) {
        const some = found(parts, chosen, limit);
        if (some.total + some.synonyms) {
          return some;
        }
      }
      return null;
    }

    // `game` is a rulebook's id, or '' for all of them.
    function find(asked, game, limit) {
      const query = asked.length <= LONGEST ? asked : "";
      const chosen = books.filter((book) => !game || book.id === game).sort((one, other) => (one.id < other.id ? -1 : 1));
      const byNumber = numbered(chosen, query);
      let text = found(query, chosen, limit);
      if (!text.total && !text.synonyms && !byNumber.length) {
        text = foundApart(query, chosen, limit) || text;
      }
      const words = wordsOf(text.searched);
      const rest = text.hits.filter((hit) => !byNumber.includes(hit.clause));
      const hits = [...byNumber.map((clause) => ({ clause, instead: [], words })), ...rest].slice(0, limit);
      const numbers = byNumber.filter((clause) => !text.scores.has(clause)).length;
      const whole = fold(text.searched);
      const all = (name) => words.length > 0 && words.every((word) => name.includes(word));
      const named = chosen.flatMap((book) => book.terms.filter((term) => all(term.folded)));
      return {
        hits,
        total: numbers + text.total,
        synonyms: text.synonyms,
        near: byNumber.length ? { number: "", clauses: [] } : nearest(chosen, query),
        apart: text.searched === query ? "" : text.searched,
        terms: named.sort((one, other) => (other.folded === whole) - (one.folded === whole) || one.folded.length - other.folded.length),
        rulings: chosen.flatMap((book) => book.rulings.filter((ruling) => all(ruling.folded))),
      };
    }

    return { books, find, shown };
  };
})();
