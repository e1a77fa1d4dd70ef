/** The words of this repository's texts: none that it gave up, none of British spelling. Run as a program, it prints each place and fails. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ownFiles } from "./own-files.mjs"

/** How a sentence begins that puts its object, or a clause, before its subject. */
const INVERTED = "(?:Of|What|Whatever|Whichever|Whose|(?:By|To|For|From|In|At|On|After) (?:which|whom|what))"

/** Words that this project gave up for plainer ones; `docs/glossary.md` has those it uses. */
export const RETIRED = [
  /\bby (?:it|him|her|them)sel(?:f|ves)\b/i,
  /\bwhoever\b/i,
  /\bnobody\b/i,
  /\bput(?:s|ting)? (?:it |them |this |that |the \w+ )?right\b/i,
  /\b(?:anew|any longer)\b/i,
  // Second words for the operator.
  /\b(?:lessors?|lease providers?)\b/i,
  // A comment that begins with its object, or with a clause in place of its subject.
  new RegExp(`(?:/\\*\\*|//|^ *\\*|^ *(?:\\* )?-) ${INVERTED} \\S`, "m"),
  /(?:\/\*\*|\/\/|^ *\*) (?:As|That which|Those) \S/m,
]

/** The same in documents, whose sentences begin in the middle of a line as well. A question may begin with "What", a heading with anything. */
export const RETIRED_IN_DOCUMENTS = [
  /(?:^(?:- |\d+\. )?|[.!:](?:\*\*)? )(?:Of|That which|Whatever|Whichever|(?:By|To|For|From|In|At|On|After) (?:which|whom|what)) \S/m,
  /(?:^(?:- |\d+\. )?|[.!:](?:\*\*)? )What (?:[^.?\n]|\n(?!\n))*[^.?\s*]\.(?=\s|$)/m,
]

/** British spellings, by their stems. */
export const BRITISH = [
  /\w*(?:cancell(?:ed|ing)|fulfilment|fulfils?\b|colour|behaviour|favour|honour|neighbour|labour|judgement|licence)\w*/i,
  /\w*(?:author|recogn|organ|normal|initial|serial|custom|summar|minim|maxim|util|final|categor|standard|optim)is(?:e|ing|ation)\w*/i,
  /\b(?:programme|grey|learnt|misspelt|modelled|labelled|travelled|afterwards|towards|whilst|amongst|centre)\b/i,
]

/** Names that others gave, or that stand in the database and on the wire: in quotes or backticks, or a part of a longer name. */
const NAME = /["'`_.$/-]/
const CODE = /\.[cm]?[jt]sx?$/
/** A comment, or a text. Names alone between quotes have no space. */
const PROSE = /\/\*[\s\S]*?\*\/|(?<![:"'`\\])\/\/.*$|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gm

const NOT_OURS = ["package-lock.json", "LICENSE", "scripts/lib/words.mjs", "test/unit/scripts/words.spec.ts"]

/** The texts of a language other than English, such as `message-fr.ts`. */
export const TRANSLATION =
  /^(?:admin\/i18n\/|demo\/shop\/texts\/|packages\/storefront\/src\/(?:message-|order-)?)(?!en\b)[a-z]{2}\.(?:json|js|ts)$/

/**
 * The texts of a file: all of a document, comments and strings of code.
 *
 * @param {string} file
 * @param {string} text
 */
function proseOf(file, text) {
  if (!CODE.test(file)) return [text]
  return [...text.matchAll(PROSE)]
    .map(([prose]) => prose)
    .filter((prose) => prose.startsWith("/") || prose.includes(" "))
}

/**
 * Where `words` stand in a text, each with the text around it.
 *
 * @param {RegExp[]} words
 * @param {string} text
 * @returns {string[]}
 */
export function found(words, text) {
  return words.flatMap((word) =>
    [...text.matchAll(new RegExp(word, `${word.flags}g`))].flatMap(({ index, 0: hit }) => {
      const [before = "", after = ""] = [text[index - 1], text[index + hit.length]]
      const isName =
        /[a-z][A-Z]|_/.test(hit) || /[_.$/-]/.test(before) || after === "_" || (NAME.test(before) && NAME.test(after))
      return isName ? [] : [text.slice(Math.max(0, index - 30), index + hit.length + 30)]
    }),
  )
}

/**
 * Every place in the repository at `root`: `file: the text around it`. New files count before they are committed.
 *
 * @param {string} root
 */
export function wrongWords(root) {
  const files = ownFiles(root).filter(
    (file) => !NOT_OURS.includes(file) && !TRANSLATION.test(file) && !file.endsWith(".svg"),
  )
  return files.flatMap((file) => {
    const words = [...RETIRED, ...BRITISH, ...(file.endsWith(".md") ? RETIRED_IN_DOCUMENTS : [])]
    return proseOf(file, readFileSync(join(root, file), "utf8")).flatMap((prose) =>
      found(words, prose).map((hit) => `${file}: ${hit}`),
    )
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = wrongWords(process.cwd())
  for (const place of wrong) console.log(place)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
