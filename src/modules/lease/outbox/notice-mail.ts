import { cents, dateIn, formatMoney } from "../../../lease-cart"
import type { LeaseOptions } from "../options/options"
import type { Notice } from "../rules/notices"
import type { LeaseRecord } from "../rules/records"
import { isHosted } from "../rules/standing"
import { fill } from "../texts/messages"
import { codeTexts, digestText, type NoticeLanguage, type NoticeText, noticeTexts } from "../texts/notices"
import type { Mail } from "./medusa-side"

type Params = Record<string, string | undefined>

/** The e-mail to a shopper about a lease, without the key and the address. Never a reason for a denial. `link`: where it leads, if not to the page of the options. */
export function shopperMail(
  notice: Notice,
  lease: LeaseRecord,
  { options, language, link }: { options: LeaseOptions; language: NoticeLanguage; link?: string | undefined },
): Omit<Mail, "key" | "to"> {
  const { operator, timeZone, notices } = options
  const { store, link: page } = notices?.shoppers ?? {}
  const texts = noticeTexts[language]
  const data: Params = {
    reference: lease.reference,
    operator: operator.name,
    // No one but the operator ends a lease of its widget.
    contract_with: isHosted(lease) ? undefined : operator.name,
    contact: operator.contact,
    language,
    store,
    link: link ?? page?.replaceAll("{cartId}", encodeURIComponent(lease.cart_id)),
    order: lease.order_display_id?.toString(),
    approved: lease.approval_amount ? formatMoney(cents(lease.approval_amount), lease.currency_code) : undefined,
    ends: lease.approved_until ? day(lease.approved_until, language, timeZone) : undefined,
  }
  return mailOf(notice, [...texts[notice], texts.reference, "{store}"], data)
}

/** The e-mail with a one-time code, without the key and the address. It says nothing of the approval but that there is one. */
export function codeMail({
  options,
  language,
  code,
  minutes,
}: {
  options: LeaseOptions
  language: NoticeLanguage
  code: string
  minutes: number
}): Omit<Mail, "key" | "to"> {
  const spaced = code.replace(/^(\d{4})/, "$1 ")
  const data = { code: spaced, minutes: String(minutes), language, store: options.notices?.shoppers?.store }
  return mailOf("code", [...codeTexts[language], "{store}"], data)
}

/** The e-mail to the store's people, without the key and the address. */
export function digestMail(
  leases: readonly LeaseRecord[],
  { notices, timeZone }: Pick<LeaseOptions, "notices" | "timeZone">,
): Omit<Mail, "key" | "to"> {
  const { subject, head, tail } = digestText
  const lines = leases.map((lease) =>
    fill(lease.order_display_id ? digestText.leaseWithOrder : digestText.lease, {
      reference: lease.reference,
      order: String(lease.order_display_id),
      since: dateIn(new Date(lease.attention[0]?.since ?? lease.status_at), timeZone) ?? "",
    }),
  )
  const data = {
    count: String(leases.length),
    link: notices?.staff?.link,
    references: leases.map((lease) => lease.reference).join(", "),
  }
  return mailOf("needs-attention", [subject, head, ...lines, tail], data)
}

function mailOf(name: string, [subject, ...lines]: NoticeText, params: Params): Omit<Mail, "key" | "to"> {
  const known = Object.fromEntries(Object.entries(params).filter((entry): entry is [string, string] => !!entry[1]))
  const isKnown = (line: string) => [...line.matchAll(/\{(\w+)\}/g)].every(([, param = ""]) => param in known)
  const said = lines.filter(isKnown).map((line) => fill(line, known))
  return {
    template: `lease-to-own.${name}`,
    data: known,
    content: {
      subject: fill(subject, known),
      text: said.join("\n\n"),
      html: said.map((line) => `<p>${asHtml(line)}</p>`).join("\n"),
    },
  }
}

/** Text in HTML, with its addresses as links. */
function asHtml(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return escaped.replace(/https?:\/\/\S+/g, (address) => `<a href="${address}">${address}</a>`)
}

function day(at: Date, language: NoticeLanguage, timeZone: string): string {
  return new Intl.DateTimeFormat(language === "en" ? "en-US" : language, { dateStyle: "long", timeZone }).format(at)
}
