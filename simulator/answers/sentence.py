"""The verdict in one sentence, with what was assumed in it."""

from collections.abc import Iterator

from headjudge.parser.ruling_phrases import Phrases
from headjudge.parser.ruling_vocabulary import Language
from headjudge.parser.scenario import Action, Quantifier
from headjudge.simulator.answers.reasons import forbidding
from headjudge.simulator.answers.running import Answered
from headjudge.simulator.answers.steps import steps
from headjudge.simulator.answers.words import listed, say
from headjudge.simulator.verdict import Judged, Outcome, Verdict

_MOST = 4
"""So many parts, and the sentence ends with how many more there are."""


def sentence(answered: Answered, language: Language) -> str:
    """The verdict first, in one sentence."""
    verdict, phrases = answered.verdict, Phrases(language)
    assumed = listed(list(assumptions(answered, language)), language)
    refusal = _refusal(answered, phrases)
    if refusal:
        name, facts = refusal
        return say(name, language, assumed=assumed, **facts)
    if verdict.verdict is Outcome.TRUE and not answered.scenario.expectations:
        return say("result", language, what=_what_happened(answered, language), assumed=assumed)
    name = {Outcome.TRUE: "holds", Outcome.FALSE: "fails"}.get(verdict.verdict, "unknown")
    what = _true(answered, phrases) if name == "holds" else _untrue(answered, phrases)
    return say(name, language, what=what, assumed=assumed)


def statement(judged: Judged, language: Language) -> str:
    """An expectation in the words of the ruling language, without its clauses."""
    return Phrases(language).expectation(judged.expectation)


def modality(judged: Judged) -> str:
    """What was found of a condition: always, sometimes or never; unknown where that cannot be told; of a question whether a
    player can force it, whether that is so."""
    for_it, against = bool(judged.witness), bool(judged.counterexample)
    match judged.expectation.quantifier:
        case Quantifier.CAN_FORCE:
            return {True: "can_force", False: "cannot_force", None: "unknown"}[judged.holds]
        case Quantifier.NEVER:
            for_it, against = against, for_it
            settled = judged.holds is not None
        case Quantifier.ALWAYS:
            settled = judged.holds is not None
        case Quantifier.SOMETIMES:
            settled = judged.holds is False or against
    if for_it and against:
        return "sometimes"
    if not settled:
        return "unknown"
    return "always" if for_it else "never"


def assumptions(answered: Answered, language: Language) -> Iterator[str]:
    """Everything that was assumed, in words; what is the same for both players is said once."""
    phrases = Phrases(language)
    verdict = answered.verdict
    by_fact: dict[tuple[str, tuple[tuple[str, str], ...]], list[str]] = {}
    for code, facts in verdict.assumed:
        rest = tuple(pair for pair in facts if pair[0] != "player")
        by_fact.setdefault((code, rest), []).extend(value for name, value in facts if name == "player")
    for (code, rest), players in by_fact.items():
        who = say("both", language) if len(players) > 1 else phrases.word("PLAYER", players[0]) if players else ""
        yield say(code, language, player=who, **dict(rest))
    yield from verdict.premises
    if verdict.open_cards:
        yield say("open_cards", language)


def action_words(action: Action, language: Language) -> str:
    """A scripted decision in the words of the ruling language."""
    return Phrases(language).action(action)


def action_told(action: Action, language: Language) -> str:
    """A scripted decision as a clause of a sentence: in English the verb has its ending (A attacks …, A does not block)."""
    said = action_words(action, language)
    if language != "en":
        return said
    phrases = Phrases(language)
    verb, player = phrases.word("VERB", action.verb), phrases.word("PLAYER", action.player.value)
    if action.negated:
        return said.replace(f"{player} {phrases.key('NOT')} {verb}", f"{player} does not {verb}", 1)
    first, blank, rest = verb.partition(" ")
    ending = "es" if first.endswith("s") else "s"
    return said.replace(f"{player} {verb}", f"{player} {first}{ending}{blank}{rest}", 1)


def _refusal(answered: Answered, phrases: Phrases) -> tuple[str, dict[str, object]] | None:
    """Of an illegal action: which sentence, and its facts."""
    verdict, language = answered.verdict, phrases.language
    actions = answered.scenario.actions
    wrong = next((entry for entry in verdict.refused if not entry.expected), None)
    entry = wrong or next(iter(verdict.refused), None)
    if entry is None:
        hoped = next((action for action in actions if action.illegal is not None), None)
        if hoped is not None and verdict.verdict is Outcome.FALSE:
            return "legal_after_all", {"action": action_told(hoped, language)}
        return None
    action = actions[entry.action]
    facts: dict[str, object] = {
        "action": action_told(action, language),
        "line": entry.line,
        "clauses": " ".join(forbidding(answered, entry)),
        "unless": say("unless", language) if verdict.unmodelled else "",
    }
    if action.illegal is None:
        return "illegal", facts
    if not entry.expected:
        return "illegal_otherwise", facts | {"wanted": " ".join(str(citation.clause) for citation in action.illegal.because)}
    return ("illegal_as_said", facts) if verdict.verdict is Outcome.TRUE else None


def _true(answered: Answered, phrases: Phrases) -> str:
    scenario, language = answered.scenario, phrases.language
    if scenario.about.title:
        return scenario.about.title
    several = sum(ending.ends for ending in answered.verdict.outcomes) > 1
    said = []
    for judged in answered.verdict.expectations:
        text = statement(judged, language)
        always = several and judged.expectation.quantifier is Quantifier.ALWAYS
        said.append(say("whatever", language, text=text) if always else text)
    return _some(said, language)


def _untrue(answered: Answered, phrases: Phrases) -> str:
    """What does not hold, or cannot be told."""
    language, verdict = phrases.language, answered.verdict
    said = []
    for judged in verdict.expectations:
        if judged.holds is False:
            said.append(_false(answered, judged, language))
        elif judged.holds is None:
            said.append(say("not_told", language, text=statement(judged, language)))
    if verdict.verdict is Outcome.FALSE and any(ending.kind != "illegal" for ending in verdict.outcomes):
        hoped = [answered.scenario.actions[entry.action] for entry in verdict.refused]
        said += [say("legal_somewhere", language, action=action_told(action, language)) for action in hoped]
    for number in verdict.unfinished:
        action = answered.scenario.actions[number]
        late = "too_late" if all(ending.kind in ("over", "illegal") for ending in verdict.outcomes) else "unfinished"
        said.append(say(late, language, line=action.place.line, action=action_told(action, language)))
    if verdict.verdict is Outcome.UNKNOWN:
        if not verdict.complete:
            seconds = f"{verdict.seconds:.1f}" if verdict.seconds else ""  # an answer that is kept does not say how long it took
            said.append(say("limit_reached", language, states=verdict.states, seconds=seconds))
        if verdict.unmodelled or any(ending.kind in ("unmodelled", "exhausted") for ending in verdict.outcomes):
            said.append(say("unread", language))
    return _some(said, language)


def _false(answered: Answered, judged: Judged, language: Language) -> str:
    bare = Phrases(language).condition(judged.expectation.condition)
    if judged.missing:
        return say("right_without", language, text=bare, missing=" ".join(judged.missing))
    match judged.expectation.quantifier:
        case Quantifier.SOMETIMES:
            return say("not_at_all", language, text=bare)
        case Quantifier.NEVER:
            return say("possible_after_all", language, text=bare)
        case Quantifier.CAN_FORCE:
            return say("not_forced", language, text=statement(judged, language))
    if judged.witness:
        return say("not_always", language, text=bare)
    several = sum(ending.ends for ending in answered.verdict.outcomes) > 1
    return say("not_at_all" if several else "not_so", language, text=bare)


def _what_happened(answered: Answered, language: Language) -> str:
    verdict = answered.verdict
    if sum(ending.ends for ending in verdict.outcomes) > 1:
        return listed(
            [say("ends", language, count=sum(ending.ends for ending in verdict.outcomes)), *endings(verdict, language)], language
        )
    told = steps(verdict.trace, verdict.start, language, answered.game)
    changes = [event for step in told if step.told for event in step.events]
    return _some([*endings(verdict, language), *changes], language)


def endings(verdict: Verdict, language: Language) -> list[str]:
    """How the lines end, each way once."""
    return list(dict.fromkeys(ending(one.kind, one.result, language) for one in verdict.outcomes))


def ending(kind: str, result: str, language: Language) -> str:
    """How a line ends: who wins, or why it stops."""
    name, _, player = (result if kind in ("horizon", "over") else f"stopped_{kind}").partition(":")
    return say(name, language, player=Phrases(language).word("PLAYER", player) if player else "")


def _some(said: list[str], language: Language) -> str:
    if len(said) <= _MOST + 1:
        return listed(said, language)
    return listed([*said[:_MOST], say("more", language, count=len(said))], language)
