// Clause numbers: what a number names, what lies below it, and which real ones it may have been meant for. This follows kb/near.py;
// a test in a browser holds the two sides together.
(function () {
  "use strict";
  const headjudge = window.headjudge;
  const SIGNS = "0123456789.-abcdefgh";
  const AROUND = 400; // clauses below the head of a number that are looked at
  const MOST = 2000; // clauses of a chapter that are looked at for one that is like a number far off
  const LONGEST = 24; // characters of a number for which slips of the finger are tried
  const OFFERED = 5; // numbers that are offered in place of one that does not exist
  const { numbersOf } = headjudge.reading;
  const unique = (items) => Array.from(new Set(items));

  function below(clause, number) {
    return !clause.synthetic && clause.key.startsWith(number) && /^[.a-z{|}~-]/u.test(clause.key.slice(number.length));
  }

  function named(books, one) {
    return books.filter((book) => (!one.game || book.id === one.game) && (!one.edition || book.edition === one.edition));
  }

  // The clauses that the numbers of a query name, each with those below it.
  function numbered(books, query) {
    const found = [];
    for (const one of numbersOf(query)) {
      const clauses = named(books, one).flatMap((book) => book.clauses);
      found.push(...clauses.filter((clause) => clause.key === one.number));
      found.push(...clauses.filter((clause) => below(clause, one.number)));
    }
    return unique(found);
  }

  // --- a number that does not exist -------------------------------------------------------------------------------------

  const values = (key) => (key.match(/[0-9]+|[a-z]/gu) || []).map((part) => (/[0-9]/u.test(part) ? Number(part) : part.charCodeAt(0)));
  const undotted = (key) => key.replace(/[.-]/gu, "");
  const figures = (key) => (key.match(/[\p{L}\p{N}]/gu) || []).sort().join("");

  // Rows of numbers, words and rows, in the order in which Python has tuples of them.
  function before(one, other) {
    for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
      const order = Array.isArray(one[at]) ? before(one[at], other[at]) : Number(one[at] > other[at]) - Number(one[at] < other[at]);
      if (order) {
        return order;
      }
    }
    return one.length - other.length;
  }

  function nearestFirst(keys, farness) {
    const far = new Map(keys.map((key) => [key, farness(key)]));
    return Array.from(far.keys()).sort((one, other) => before(far.get(one), far.get(other)));
  }

  // In length first, then in the first part that differs.
  function distance(one, other) {
    const [left, right] = [values(one), values(other)];
    const at = left.findIndex((value, place) => place < right.length && value !== right[place]);
    return [Math.abs(left.length - right.length), at < 0 ? 0 : Math.abs(left[at] - right[at]), one];
  }

  // What was meant if one sign is too many, missing, wrong, or in the place of its neighbour, or a part in that of another.
  function mistyped(key) {
    const found = new Set();
    const pieces = key.split(".");
    for (let at = 0; at < pieces.length - 1; at += 1) {
      found.add([...pieces.slice(0, at), pieces[at + 1], pieces[at], ...pieces.slice(at + 2)].join("."));
    }
    for (let at = 0; at <= key.length; at += 1) {
      const [head, tail] = [key.slice(0, at), key.slice(at)];
      found.add(head + tail.slice(1)).add(head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2));
      for (const sign of SIGNS) {
        found.add(head + sign + tail).add(head + sign + tail.slice(1));
      }
    }
    return found;
  }

  // The number itself, without its last part, and so on.
  function heads(key) {
    const pieces = key.match(/[.-]?\d+|[.-]?[a-z]+|\/[^/]*|~.*|./gsu) || [];
    return pieces.map((_, at) => pieces.slice(0, pieces.length - at).join(""));
  }

  function within(book, number, limit) {
    return book.clauses.filter((clause) => (clause.key === number && !clause.synthetic) || below(clause, number)).slice(0, limit);
  }

  // The number most like it in the chapter whose number is nearest, and that chapter.
  function nearestChapter(book, number) {
    const wanted = values(number);
    const chapters = book.clauses.filter((clause) => clause.parent === 0 && /^\d/u.test(clause.key)).map((clause) => clause.key);
    if (!chapters.length) {
      return [];
    }
    const [chapter] = nearestFirst(chapters, (key) => [Math.abs(values(key)[0] - wanted[0]), key]);
    const inside = within(book, chapter, MOST).map((clause) => clause.key).filter((key) => key !== chapter);
    const likeness = (key) => {
      const parts = values(key);
      const apart = parts.slice(0, wanted.length).map((part, at) => Math.abs(part - wanted[at]));
      return [Math.abs(parts.length - wanted.length), apart, key];
    };
    return [nearestFirst(inside, likeness)[0] || chapter, chapter];
  }

  function nearestKeys(books, number) {
    const typed = number.length <= LONGEST ? mistyped(number) : new Set();
    const all = books.flatMap((book) => book.clauses).filter((clause) => !clause.synthetic && clause.key !== number);
    const meant = (key) => typed.has(key) || (typed.size > 0 && undotted(key) === undotted(number)); // 1053 for 10.5.3
    const slips = all.map((clause) => clause.key).filter(meant);
    const near = nearestFirst(slips, (key) => [figures(key) === figures(number) ? 0 : 1, ...distance(key, number)]);
    for (const head of heads(number)) {
      const around = books.flatMap((book) => within(book, head, AROUND)).map((clause) => clause.key).filter((key) => key !== number);
      if (around.length) {
        near.push(...nearestFirst(around, (key) => distance(key, number)));
        break;
      }
    }
    if (!near.length) {
      const found = books.map((book) => nearestChapter(book, number));
      const far = (keys) => (keys.length ? distance(keys[keys.length - 1], number) : [0, 0, ""]);
      near.push(...found.sort((one, other) => before(far(one), far(other))).flat());
    }
    return unique(near).slice(0, OFFERED);
  }

  // If a query is one number which no clause has: that number, and the clauses that it may have been meant for.
  function nearest(books, query) {
    const asked = numbersOf(query);
    const one = asked.length === 1 ? asked[0] : { number: "" };
    const some = named(books, one);
    const keys = /^\d/u.test(one.number) ? nearestKeys(some, one.number) : [];
    const clauses = keys.flatMap((key) => some.flatMap((book) => book.clauses.filter((clause) => clause.key === key)));
    return { number: clauses.length ? one.number : "", clauses };
  }

  headjudge.near = { numbered, nearest, nearestKeys };
})();
