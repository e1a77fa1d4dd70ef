import { spawnSync } from "node:child_process"
import { ROOT, read } from "./markdown"

/** Words that this project gave up for plainer ones; `docs/glossary.md` has those it uses. */
const RETIRED = [
  /\bby (?:it|him|her|them)sel(?:f|ves)\b/i,
  /\bwhoever\b/i,
  /\bnobody\b/i,
  /\bput(?:s|ting)? (?:it |them |this |that |the \w+ )?right\b/i,
  // A sentence that begins with its object.
  /(?:\/\*\*|\/\/|^ \*|^- ) Of [a-z]/m,
  // A comment that begins with a clause in place of its subject.
  /(?:\/\*\*|\/\/|^ *\*) What [a-z]/m,
]

/** British spellings, by their stems. */
const BRITISH = [
  /\w*(?:cancell(?:ed|ing)|fulfilment|fulfils?\b|colour|behaviour|favour|honour|neighbour|labour|judgement|licence)\w*/i,
  /\w*(?:author|recogn|organ|normal|initial|serial|custom|summar|minim|maxim|util|final|categor|standard|optim)is(?:e|ing|ation)\w*/i,
  /\b(?:programme|grey|learnt|misspelt|modelled|labelled|travelled|afterwards|towards|whilst|amongst|centre)\b/i,
]

/** Names that others gave, or that stand in the database and on the wire: in quotes or backticks, or a part of a longer name. */
const NAME = /["'`_.$/-]/
const CODE = /\.[cm]?[jt]sx?$/
/** A comment, or a text. Names alone between quotes have no space. */
const PROSE = /\/\*[\s\S]*?\*\/|(?<![:"'`\\])\/\/.*$|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gm

const NOT_OURS = ["package-lock.json", "LICENSE", "admin/i18n/es.json", "src/admin", "test/unit/docs/words.spec.ts"]
const { stdout } = spawnSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" })
const files = stdout.split("\n").filter((file) => file && !NOT_OURS.includes(file) && !/\.(png|svg)$/.test(file))

function proseOf(file: string): string[] {
  const text = read(file)
  if (!CODE.test(file)) return [text]
  return [...text.matchAll(PROSE)]
    .map(([prose]) => prose)
    .filter((prose) => prose.startsWith("/") || prose.includes(" "))
}

/** Where `words` stand in a text, each with what is around it. */
function found(words: RegExp[], text: string): string[] {
  return words.flatMap((word) =>
    [...text.matchAll(new RegExp(word, `${word.flags}g`))].flatMap(({ index, 0: hit }) => {
      const [before = "", after = ""] = [text[index - 1], text[index + hit.length]]
      const isName =
        /[a-z][A-Z]|_/.test(hit) || /[_.$/-]/.test(before) || after === "_" || (NAME.test(before) && NAME.test(after))
      return isName ? [] : [text.slice(Math.max(0, index - 30), index + hit.length + 30)]
    }),
  )
}

describe.each([
  ["retired words", RETIRED],
  ["British spellings", BRITISH],
])("%s", (_, words) => {
  it("stand in no text of this repository", () => {
    const all = files.flatMap((file) =>
      proseOf(file).flatMap((prose) => found(words, prose).map((hit) => `${file}: ${hit}`)),
    )
    expect(all).toEqual([])
  })
})

it("finds a retired word and a British spelling in a sentence, and leaves names alone", () => {
  expect(found(RETIRED, "It ends by itself.")).toHaveLength(1)
  expect(found(BRITISH, "The lease was cancelled.")).toHaveLength(1)
  expect(found(BRITISH, 'status "cancelled", `order_cancelled_lease_alive`, orderCancelled')).toEqual([])
})
