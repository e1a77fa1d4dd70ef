import type { FileChange } from "../init/files"
import { applyEdits, insertAt } from "../init/text-edits"
import type { Edit } from "./edit"
import { newFiles } from "./new-files"
import { PLACES, type Place } from "./places"
import { type Site, siteOf } from "./site"
import type { Insertion, Source } from "./source"
import type { Storefront } from "./storefront"

/** What becomes of one part. `done`: nothing to do. `by_hand`: for a person, with the lines to write or remove. */
export type Result =
  | { state: "change" | "done"; title: string; path: string }
  | { state: "by_hand"; title: string; why: string; code: string }

export type Plan = { changes: FileChange[]; results: Result[] }

type Found = { place: Place; source: Source; edit: Edit }
type Options = { undo?: boolean; parts?: readonly Place["part"][] }

/**
 * Plans what to insert into a storefront, or with `undo` what to remove. Each file changes as a whole or not at all. Returns undefined if the
 * storefront doesn't come from one of Medusa's starters.
 */
export function planStorefront(storefront: Storefront, { undo, parts }: Options = {}): Plan | undefined {
  const site = siteOf(storefront)
  if (!site) return undefined
  const places = PLACES.filter(({ part }) => parts?.includes(part) ?? true)
  return undo ? planRemoval(storefront, site, places) : planAddition(storefront, site, places)
}

function planAddition(storefront: Storefront, site: Site, places: Place[]): Plan {
  const { changes, results } = addFiles(storefront, site)
  const hasActions = results.some((one) => one.state !== "by_hand" && one.path === site.paths.actions)
  const found = places.flatMap((place) => {
    const sources = candidates(storefront, site, place)
    const [present] = storefront
      .withText(place.present.code)
      .filter(({ text }) => place.present.in === "storefront" || place.text.test(text))
    if (present) {
      results.push({ state: "done", title: place.title, path: present.path })
      return []
    }
    const why = whyByHand(sources, !place.needsActions || hasActions)
    if (!why) return sources
    if (!place.isOptional || storefront.withText(place.text).length > 0)
      results.push(byHand(storefront, site, place, why))
    return []
  })
  for (const ofFile of byFile(found)) {
    const [{ source }] = ofFile
    const after = insert(source.text, insertionsOf(storefront, site, ofFile))
    if (isReversible(storefront.with(source.path, after), site, ofFile)) {
      changes.push({ path: source.path, before: source.text, after })
      results.push(...ofFile.map(({ place }) => ({ state: "change" as const, title: place.title, path: source.path })))
    } else
      results.push(
        ...ofFile.map(({ place }) => byHand(storefront, site, place, `${source.path} can't be changed safely.`)),
      )
  }
  return { changes, results }
}

function addFiles(storefront: Storefront, site: Site): Plan {
  const plan: Plan = { changes: [], results: [] }
  for (const { title, path, present, text, byHand: code } of newFiles(storefront, site)) {
    const [there] = storefront.withText(present)
    if (there) plan.results.push({ state: "done", title, path: there.path })
    else if (text === undefined)
      plan.results.push({ state: "by_hand", title, why: `No page for placed orders was found. Create ${path}:`, code })
    else if (storefront.files.has(path))
      plan.results.push({ state: "by_hand", title, why: `${path} already has other code. Add:`, code: text })
    else {
      plan.changes.push({ path, before: undefined, after: text })
      plan.results.push({ state: "change", title, path })
    }
  }
  return plan
}

/** Returns the reason why a place can't be changed, or "". */
function whyByHand(sources: Found[], hasActions: boolean): string {
  if (sources.length === 0) return "The place for it was not found."
  if (sources.length > 1)
    return `There is more than one place for it: in ${sources.map(({ source }) => source.path).join(" and ")}.`
  return hasActions ? "" : "It needs the functions above."
}

function byHand(
  storefront: Storefront,
  { paths }: Site,
  { title, byHand: { where, code } }: Place,
  why: string,
): Result {
  const named = code
    .replace("@lib/lease-server", storefront.specifier(paths.route, paths.server))
    .replace("@lib/data/lease", storefront.specifier(paths.route, paths.actions))
  return { state: "by_hand", title, why: `${why} ${where}:`, code: named }
}

function planRemoval(storefront: Storefront, site: Site, places: Place[]): Plan {
  const plan: Plan = { changes: [], results: [] }
  const found = places.flatMap((place) =>
    candidates(storefront, site, place).filter(({ source }) => place.present.code.test(source.text)),
  )
  for (const ofFile of byFile(found)) {
    const [{ source }] = ofFile
    const after = remove(source.text, insertionsOf(storefront, site, ofFile))
    if (after === undefined)
      plan.results.push(
        ...ofFile.map(({ place: { title, byHand } }) => {
          const why = `${source.path} has changed since, or this command didn't change it. Remove the lines that look like this:`
          return { state: "by_hand" as const, title, why, code: byHand.code }
        }),
      )
    else {
      plan.changes.push({ path: source.path, before: source.text, after })
      plan.results.push(
        ...ofFile.map(({ place }) => ({ state: "change" as const, title: place.title, path: source.path })),
      )
    }
  }
  removeFiles(storefront, site, plan)
  return plan
}

/** Removes the new files, unless code that stays needs them. */
function removeFiles(storefront: Storefront, site: Site, plan: Plan): void {
  const files = newFiles(storefront, site).filter(({ path }) => storefront.files.has(path))
  const changed = new Map(plan.changes.map(({ path, after }) => [path, after]))
  const rest = [...storefront.files].filter(([path]) => !files.some((file) => file.path === path))
  const user = rest.find(([path, text]) => /\bleaseServer\b|\bshowLeaseOrder\b/.test(changed.get(path) ?? text))
  for (const { title, path, present, text } of files) {
    const before = storefront.files.get(path) ?? ""
    if (!user && text !== undefined && withoutFormat(before) === withoutFormat(text)) {
      plan.changes.push({ path, before, after: undefined })
      plan.results.push({ state: "change", title, path })
    } else if (present.test(before)) {
      const why = user ? `${user[0]} still needs ${path}.` : `${path} has changed since.`
      plan.results.push({ state: "by_hand", title, why: `${why} Delete it once nothing needs it.`, code: "" })
    }
  }
}

/** A formatter of the storefront may have changed the rest. */
function withoutFormat(code: string): string {
  return code.replace(/[\s;,'"()]/g, "")
}

/** Returns the files in which a place has its anchors. */
function candidates(storefront: Storefront, site: Site, place: Place): Found[] {
  return storefront.withText(place.text).flatMap((source) => {
    const edit = place.find(source, { storefront, site, ...ownImports(storefront, site, source) })
    return edit ? [{ place, source, edit }] : []
  })
}

function ownImports(storefront: Storefront, { paths }: Site, { path }: Source): { server: string; actions: string } {
  return { server: storefront.specifier(path, paths.server), actions: storefront.specifier(path, paths.actions) }
}

/** Returns the insertions of all places in one file, with each import once. */
function insertionsOf(storefront: Storefront, site: Site, ofFile: readonly Found[]): Insertion[] {
  const source = ofFile[0]?.source as Source
  const own: string[] = Object.values(ownImports(storefront, site, source))
  const isOwn = (from: string) => from.startsWith("lease-to-own-") || own.includes(from)
  const imports = [...new Set(ofFile.flatMap(({ edit }) => edit.imports))]
  return [...imports.map((line) => source.importLine(line, isOwn)), ...ofFile.flatMap(({ edit }) => edit.insertions)]
}

function insert(text: string, insertions: readonly Insertion[]): string {
  return applyEdits(
    text,
    insertions.map(({ at, text: added }) => insertAt(at, added)),
  )
}

/** Removes what was inserted. Returns undefined if the text lacks a part of it. */
function remove(text: string, insertions: readonly Insertion[]): string | undefined {
  const edits = insertions.map((one) => {
    const from = startOf(text, one)
    return { from, to: from + one.text.length, text: "" }
  })
  return edits.some(({ from }) => from < 0) ? undefined : applyEdits(text, edits)
}

/** Returns where inserted text begins: at its anchor, or elsewhere if it names the lease and is there only once. */
function startOf(text: string, { at, text: added, side }: Insertion): number {
  const start = side === "before" ? at - added.length : at
  if (text.startsWith(added, start)) return start
  const first = /lease/i.test(added) ? text.indexOf(added) : -1
  return first === text.lastIndexOf(added) ? first : -1
}

/** Returns true if the changed file has no syntax error, and removing the change gives the former text. */
function isReversible(changed: Storefront, site: Site, before: readonly Found[]): boolean {
  const path = before[0]?.source.path ?? ""
  const found = before.flatMap(({ place }) =>
    candidates(changed, site, place).filter(({ source }) => source.path === path),
  )
  const after = changed.source(path)
  if (!after.isValid || found.length !== before.length) return false
  return remove(after.text, insertionsOf(changed, site, found)) === before[0]?.source.text
}

function byFile(found: readonly Found[]): [Found, ...Found[]][] {
  const files = new Map<string, [Found, ...Found[]]>()
  for (const one of found) {
    const known = files.get(one.source.path)
    if (known) known.push(one)
    else files.set(one.source.path, [one])
  }
  return [...files.values()]
}
