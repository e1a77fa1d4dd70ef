import type * as TS from "typescript"
import { type Context, type Edit, edit } from "./edit"
import { addAfter, attributeOf, elementsNamed } from "./jsx"
import type { Insertion, Source } from "./source"

const STATUS = '{ LeaseStatus } from "lease-to-own-react/status"'
const MESSAGE = '{ LeaseMessage } from "lease-to-own-react/message"'
const importOf = (server: string) => `{ leaseServer } from "${server}"`

/** Finds the component that shows the payment of a placed order. It must be rendered on the server. */
export function findPaymentDetails(source: Source, { server, storefront }: Context): Edit | undefined {
  const { ts } = source
  const fn = source.functionNamed("PaymentDetails")
  const isInBrowser = (one: Source) => one.isClient && (one === source || one.text.includes("<PaymentDetails"))
  if (!fn || !source.takes(fn, "order") || storefront.withText(/PaymentDetails/).some(isInBrowser)) return undefined
  const [shown] = source.all((node) => {
    const tested = ts.isConditionalExpression(node) ? node.condition : ts.isBinaryExpression(node) && node.left
    if (!tested || !/^!*payment$/.test(tested.getText())) return undefined
    const outer = ts.isConditionalExpression(node.parent) ? node.parent.parent : node.parent
    return ts.isJsxExpression(outer) ? node : undefined
  }, fn)
  if (!shown || !source.inScope(shown, "payment")) return undefined
  const status = '<LeaseStatus lease={lease} orderId={order.id} transport="/api/lease" cartLink="/api/lease/cart" />'
  return edit(
    [importOf(server), STATUS],
    ...madeAsync(source, fn),
    source.firstStatement(fn, "const lease = await leaseServer.retrieveOrder(order.id);", /^const lease\b/),
    { at: shown.getStart(), text: `lease ? ${status} : `, side: "before" },
  )
}

/** Returns what makes a function async. A function whose only `await` is ours was made async by us. */
function madeAsync(source: Source, fn: TS.FunctionDeclaration | TS.FunctionExpression | TS.ArrowFunction): Insertion[] {
  const { ts } = source
  const others = source.all(
    (node) => (ts.isAwaitExpression(node) && !node.getText().includes("leaseServer.") ? node : undefined),
    fn,
  )
  const hasOurs = fn.getText().includes("await leaseServer.")
  if (source.isAsync(fn) && !(hasOurs && others.length === 0)) return []
  const keyword = fn.getChildren().find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword)
  const start =
    keyword ?? fn.getChildren().find(({ kind }) => kind === ts.SyntaxKind.OpenParenToken) ?? fn.parameters[0]
  return start ? [{ at: start.getStart(), text: "async ", side: "before" }] : []
}

export function findOrderDetails(source: Source, { server }: Context): Edit | undefined {
  const [details] = elementsNamed(source, "OrderDetailsTemplate")
  const order = details && attributeOf(source, details, "order")
  if (!order || source.isClient) return undefined
  return edit(
    [importOf(server), STATUS],
    ...addAfter(source, details, {
      before: `const lease = await leaseServer.retrieveOrder(${order}.id);`,
      jsx: "{lease && <LeaseStatus lease={lease} />}",
    }),
  )
}

export function findProductActions(source: Source, { server }: Context): Edit | undefined {
  const [actions] = elementsNamed(source, "ProductActions").filter((one) => {
    const fn = source.functionAround(one)
    return fn && source.isAsync(fn)
  })
  const product = actions && attributeOf(source, actions, "product")
  const region = actions && attributeOf(source, actions, "region")
  if (!product || !region || source.isClient) return undefined
  return edit(
    [importOf(server), MESSAGE],
    ...addAfter(source, actions, {
      before: `const prices = ${product}.variants?.flatMap((variant) => variant.calculated_price?.calculated_amount ?? []);
const message = await leaseServer.retrieveMessage(
  ${product}.id,
  ${region}.id,
  prices?.length ? { amount: Math.min(...prices) } : {}
);`,
      jsx: '{message && <LeaseMessage message={message} transport="/api/lease" />}',
    }),
  )
}

export function findSummary(source: Source): Edit | undefined {
  const { ts } = source
  const [button] = source.all((node) => {
    if (!ts.isJsxAttribute(node) || node.getText() !== 'data-testid="checkout-button"') return undefined
    const opening = node.parent.parent
    return ts.isJsxOpeningElement(opening) ? opening.parent : opening
  })
  const isChild = button && (ts.isJsxElement(button.parent) || ts.isJsxFragment(button.parent))
  if (!isChild || !source.inScope(button, "cart") || !source.isFirstOnLine(button.getStart())) return undefined
  return edit(
    [MESSAGE],
    source.lineBefore(button, '<LeaseMessage key={cart.total} cartId={cart.id} transport="/api/lease" />'),
  )
}
