import type * as TS from "typescript"
import { type Context, type Edit, edit } from "./edit"
import type { Source } from "./source"

const IS_LEASE = '{ isLeaseProvider } from "lease-to-own-storefront"'

export function findStyles(source: Source): Edit | undefined {
  if (!/(?:^|\/)layout\.tsx$/.test(source.path)) return undefined
  const isOwn = (from: string) => from.startsWith("lease-to-own-")
  const styles = source.imports.find(({ importClause, moduleSpecifier }) => {
    const from = moduleSpecifier.getText().slice(1, -1)
    return !importClause && /\.(?:s?css|sass|less)$/.test(from) && !isOwn(from)
  })
  const line = '"lease-to-own-storefront/style.css"'
  return edit([], styles ? source.lineBefore(styles, `import ${line};`) : source.importLine(line, isOwn))
}

/** Finds the object whose entries have a payment provider's ID, a title and an icon. */
export function findNames(source: Source): Edit | undefined {
  const { ts } = source
  const memberOf = (object: TS.Expression, name: string) => {
    if (!ts.isObjectLiteralExpression(object)) return undefined
    return object.properties.filter(ts.isPropertyAssignment).find((one) => one.name.getText() === name)?.initializer
  }
  const isEntry = (one: TS.ObjectLiteralElementLike) =>
    ts.isPropertyAssignment(one) &&
    /^["']?pp_/.test(one.name.getText()) &&
    memberOf(one.initializer, "icon") !== undefined
  const [names] = source.all((node) =>
    ts.isObjectLiteralExpression(node) && node.properties.some(isEntry) ? node.properties : undefined,
  )
  const theirs = names?.filter((one) => !one.getText().includes("pp_lease-to-own")) ?? []
  const first = theirs.filter(ts.isPropertyAssignment).find(isEntry)
  const last = theirs.at(-1)
  const icon = first && memberOf(first.initializer, "icon")?.getText()
  if (!names || !last || !icon || icon.includes("\n") || !memberOf(first.initializer, "title")) return undefined
  const { eol } = source.style
  const entry = `${eol}${source.indentAt(last.getStart())}${source.format(`"pp_lease-to-own": { title: "Lease-to-own", icon: ${icon} }`)}`
  if (!names.hasTrailingComma) return edit([], { at: last.getEnd(), text: `,${entry}`, side: "after" })
  const comma = /^\s*,/.exec(source.text.slice(last.getEnd()))
  if (!comma) return undefined
  const at = source.afterComment(last.getEnd() + comma[0].length)
  return edit([], { at, text: `${entry},`, side: "after" })
}

export function findHint(source: Source): Edit | undefined {
  const { ts } = source
  const [hint] = source.all((node) =>
    ts.isStringLiteral(node) && node.text === "Another step will appear" ? node : undefined,
  )
  const method = hint && methodOf(source, hint)
  if (!method) return undefined
  const at = hint.getStart()
  const indent = source.indentAt(at)
  const isLast = source.text.slice(0, at).endsWith(`\n${indent}: `)
  const own = `isLeaseProvider(${method}) ? ${source.format('"You apply in the next step"')}`
  const text = `${own}${isLast ? source.style.eol + indent : " "}: `
  return edit([IS_LEASE], { at, text, side: "before" })
}

/** Returns the selected payment method in the condition around the hint. */
function methodOf(source: Source, hint: TS.Node): string | undefined {
  const { ts } = source
  for (let node = hint.parent; ts.isConditionalExpression(node); node = node.parent) {
    const [method] = source.all((one) => {
      if (!ts.isCallExpression(one) || !/^is[A-Z]/.test(one.expression.getText())) return undefined
      return one.expression.getText() === "isLeaseProvider" ? undefined : one.arguments[0]?.getText()
    }, node.condition)
    if (method) return method
  }
  return undefined
}

export function findButton(source: Source, { site, actions }: Context): Edit | undefined {
  const { ts } = source
  const [choice] = source.all((node) => {
    if (!ts.isCaseBlock(node)) return undefined
    const theirs = node.clauses.filter((one) => !one.getText().startsWith("case isLeaseProvider("))
    const at = theirs.findIndex(ts.isDefaultClause)
    const [provider] = theirs.filter(ts.isCaseClause).flatMap(({ expression }) => providerOf(source, expression) ?? [])
    const [last, fallback] = [theirs[at - 1], theirs[at]]
    return provider && fallback && last && endsFlow(source, last.statements.at(-1)) ? { provider, fallback } : undefined
  })
  if (!choice || !source.inScope(choice.fallback, "cart") || !source.isFirstOnLine(choice.fallback.getStart()))
    return undefined
  const country = site.routes?.hasCountry === false ? "" : ", cart.shipping_address?.country_code"
  const code = `case isLeaseProvider(${choice.provider}):
  return (
    <LeaseCheckout
      cartId={cart.id}
      cart={cart}
      transport="/api/lease"
      onPlaced={(id) => showLeaseOrder(id${country})}
      onTotalChange={refreshCart}
      onOther="?step=payment"
      onCart="cart"
    />
  );`
  const imports = [
    `{ refreshCart, showLeaseOrder } from "${actions}"`,
    '{ LeaseCheckout } from "lease-to-own-react"',
    IS_LEASE,
  ]
  return edit(imports, source.lineBefore(choice.fallback, code))
}

/** Returns true if a clause that ends with this statement doesn't go on with the next clause. */
function endsFlow(source: Source, statement: TS.Statement | undefined): boolean {
  const { ts } = source
  if (!statement) return false
  if (ts.isBlock(statement)) return endsFlow(source, statement.statements.at(-1))
  return ts.isReturnStatement(statement) || ts.isBreakStatement(statement) || ts.isThrowStatement(statement)
}

/** Returns the argument of `isStripeLike(…)` and the like. */
function providerOf({ ts }: Source, expression: TS.Expression): string | undefined {
  if (!ts.isCallExpression(expression) || !/^is[A-Z]\w*$/.test(expression.expression.getText())) return undefined
  const [provider] = expression.arguments
  return provider?.getText().includes("provider_id") ? provider.getText() : undefined
}

export function findSentence(source: Source): Edit | undefined {
  const { ts } = source
  const [phrase] = source.all((node) => {
    if (!ts.isJsxText(node)) return undefined
    const found = /clicking\s+the\s+place\s+order\s+button/i.exec(source.text.slice(node.pos, node.end))
    return found ? { node, at: node.pos + found.index, end: node.pos + found.index + found[0].length } : undefined
  })
  const fn = phrase && source.functionAround(phrase.node)
  if (!fn || !source.takes(fn, "cart")) return undefined
  const { node, at, end } = phrase
  const space = '{" "}'
  const ours = ts.isJsxFragment(node.parent) && ts.isConditionalExpression(node.parent.parent)
  const around = ours ? node.parent.parent.parent : undefined
  // In JSX, a line break next to an expression is no space.
  const isJoined = around
    ? source.text.endsWith(space, around.getStart())
    : source.isFirstOnLine(at) && source.text.slice(node.pos, at).trim() !== ""
  const isFollowed = around
    ? source.text.startsWith(space, around.getEnd())
    : /^[ \t]*\r?\n\s*\S/.test(source.text.slice(end, node.end))
  return edit(
    [IS_LEASE],
    source.firstStatement(
      fn,
      "const isLease = isLeaseProvider(cart.payment_collection?.payment_sessions?.[0]?.provider_id);",
      /^const isLease\b/,
    ),
    { at, text: `${isJoined ? space : ""}{isLease ? ${source.format('"signing the contract"')} : <>`, side: "before" },
    { at: end, text: `</>}${isFollowed ? space : ""}`, side: "after" },
  )
}

export function findCart(source: Source, { server }: Context): Edit | undefined {
  const fn = source.functionNamed("getOrSetCart")
  if (!fn || !source.isAsync(fn)) return undefined
  return edit(
    [`{ leaseServer } from "${server}"`],
    source.firstStatement(fn, "await leaseServer.forgetFinishedCart();", /^await leaseServer\b/),
  )
}
