import { leaseViews } from "./control"
import { contentPolicy, escapeHtml, newNonce } from "./html"
import type { Reply } from "./http"
import type { JournalEntry } from "./journal"
import { playButtons, playPanel, playScript } from "./play"
import type { LeaseRecordView } from "./views"
import type { World } from "./world"

const style = `
:root { color-scheme: light dark; --ground: #f5f6f8; --sheet: #fff; --ink: #1b2330; --soft: #566072; --line: #d9dee7; --accent: #1d4f91; --bad: #a3231f; }
@media (prefers-color-scheme: dark) { :root { --ground: #12161d; --sheet: #1b212b; --ink: #e8ecf3; --soft: #a5b0c2; --line: #343d4c; --accent: #8ab8f5; --bad: #ff9c94; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.45 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 20px 16px 48px; }
h1 { margin: 0 0 4px; font-size: 24px; } h2 { margin: 28px 0 8px; font-size: 18px; }
p { margin: 0 0 8px; color: var(--soft); overflow-wrap: anywhere; } code { font-size: 13px; }
a { color: var(--accent); } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.box { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; }
table { width: 100%; border-collapse: collapse; } th, td { padding: 8px 12px; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-size: 13px; font-weight: 600; } th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
button, select { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; white-space: nowrap; } button { cursor: pointer; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; color: var(--ink); } #said { min-height: 3em; font-size: 13px; }
.bad { color: var(--bad); } .empty { padding: 16px; margin: 0; } details { max-width: 560px; } pre { margin: 6px 0; overflow-x: auto; font-size: 12px; } ul { margin: 6px 0; padding-left: 18px; }
`

const time = (iso: string) =>
  `<time datetime="${escapeHtml(iso)}">${escapeHtml(iso.slice(0, 19).replace("T", " "))}</time>`

function leaseRow(lease: LeaseRecordView): string {
  const history = lease.history.map(({ at, what }) => `<li>${time(at)} ${escapeHtml(what)}</li>`).join("")
  const amount = lease.cart ? lease.cart.invoiceTotal.toFixed(2) : "–"
  return `<tr><td>${escapeHtml(lease.applicationId)}</td><td>${escapeHtml(lease.state)}</td><td>${playButtons(lease)}</td>
<td>${escapeHtml(lease.orderId ?? "–")}</td><td class="n">${amount}</td><td class="n">${lease.approvalAmount.toFixed(2)}</td>
<td><details><summary>${lease.history.length} ${lease.history.length === 1 ? "entry" : "entries"}</summary><ul>${history}</ul></details></td></tr>`
}

function callRow(entry: JournalEntry): string {
  const body = entry.body === undefined ? "" : `<pre>${escapeHtml(JSON.stringify(entry.body, null, 2))}</pre>`
  const line = body ? `<details><summary>${escapeHtml(entry.line)}</summary>${body}</details>` : escapeHtml(entry.line)
  const failed = entry.status === null || entry.status >= 400
  return `<tr><td class="n">${entry.number}</td><td>${time(entry.at)}</td><td class="${failed ? "bad" : ""}">${entry.status ?? "none"}</td>
<td>${escapeHtml(entry.applicationId ?? "–")}</td><td>${line}</td></tr>`
}

const numeric = new Set(["No.", "Cart", "Approved"])

function table(heads: string[], rows: string[], empty: string): string {
  if (rows.length === 0) return `<div class="box"><p class="empty">${escapeHtml(empty)}</p></div>`
  const head = heads
    .map((text) => `<th scope="col"${numeric.has(text) ? ' class="n"' : ""}>${escapeHtml(text)}</th>`)
    .join("")
  return `<div class="box" tabindex="-1"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table></div>`
}

/** The newest so many of each. */
const shown = 200

function live(world: World): string {
  const leases = leaseViews(world).slice(-shown).reverse().map(leaseRow)
  const calls = world.journal.entries().slice(-shown).reverse().map(callRow)
  const faults = world.faults.waiting().map(({ fault }) => fault)
  return `<p>Time here: ${time(world.clock.now().toISOString().slice(0, 10))}. Faults in wait: ${escapeHtml(faults.join(", ") || "none")}.</p>
<h2>Leases</h2>
${table(["Application", "State", "Next", "Reference", "Cart", "Approved", "History"], leases, "No application yet.")}
<h2>Calls</h2>
${table(["No.", "When", "Answered", "Application", "What"], calls, "No call yet.")}`
}

/** The page for people: buttons to play with, leases and calls, newest first; every value escaped. */
export function peoplePage(world: World): Reply {
  const nonce = newNonce()
  const { baseUrl, controlUrl, contractOrigin } = world.addresses
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Lease sandbox</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>Lease sandbox</h1>
<p>API <code>${escapeHtml(baseUrl)}</code>, control <code>${escapeHtml(controlUrl)}</code>, contracts <code>${escapeHtml(contractOrigin)}</code></p>
${playPanel()}
<div id="live">${live(world)}</div></main><script nonce="${nonce}">${playScript(world)}</script></body></html>`
  const csp = contentPolicy(nonce, "'none'")
  return { status: 200, text, headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": csp } }
}

/** Fault `wrong-origin`: a page of this origin, inside the contract's, posts the messages in its place. */
export function relayPage(world: World): Reply {
  const nonce = newNonce()
  const script = `addEventListener("message", (event) => {
  if (event.origin !== ${JSON.stringify(world.addresses.contractOrigin)} || event.source !== parent) return
  parent.parent.postMessage(event.data.message, event.data.target)
})`
  const text = `<!doctype html><html lang="en"><title>Relay</title><script nonce="${nonce}">${script}</script></html>`
  const csp = contentPolicy(nonce, "*")
  return { status: 200, text, headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": csp } }
}
