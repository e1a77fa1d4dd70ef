/** An email's text, with its subject first. `{x}` is a parameter; a line is omitted if one of its parameters has no value. */
export type NoticeText = readonly [subject: string, ...lines: string[]]

type Name = "approved" | "ending" | "sign" | "unfinished" | "began" | "new_contract" | "canceled"
type Texts = Record<Name, NoticeText> & { reference: string }

/** Lines in the offer's own terms (`cost-lines.ts`). */
const BEFORE_SIGNING = ["{total_cost}", "{due_at_signing}", "{then_payments}", "{total_with_tax}"]
const AFTER_SIGNING = ["{total_cost}", "{later_payments}", "{total_with_tax}"]

const en: Texts = {
  approved: [
    "You are approved for lease-to-own",
    "{operator} approved your application.",
    "You are approved for up to {approved}.",
    "Your approval is valid until {ends}.",
    ...BEFORE_SIGNING,
    "Nothing is signed, and nothing was charged. You will see what the lease costs before you decide.",
    "Continue here: {link}",
  ],
  ending: [
    "Your lease approval expires on {ends}",
    "Your approval from {operator} expires on {ends}. Nothing is signed, and nothing was charged.",
    "You are approved for up to {approved}.",
    ...BEFORE_SIGNING,
    "You can use it until then without applying again: {link}",
    "If you no longer want the lease, you do not have to do anything.",
  ],
  sign: [
    "Your lease contract is ready to sign",
    "Your contract with {operator} is ready. It is not signed yet, and nothing was charged.",
    ...BEFORE_SIGNING,
    "Your approval expires on {ends}. Sign before then.",
    "Read and sign it here: {link}",
    "If you no longer want the lease, you do not have to do anything.",
  ],
  unfinished: [
    "Your lease is signed, but your order is not placed yet",
    "Your contract with {operator} is signed. Your order is not placed yet. Nothing is lost.",
    ...AFTER_SIGNING,
    "The checkout shows why, and what you can do: {link}",
    "If the order cannot be placed, we will cancel the contract with {contract_with}.",
    "For questions, contact {contact}.",
  ],
  began: [
    "Your lease has begun",
    "{operator} has recorded the delivery of your order {order}, and your lease has begun.",
    "{operator} collects the payments, as described in your contract.",
    ...AFTER_SIGNING,
    "See your order and your lease here: {order_link}",
    "For questions about payments, contact {contact}.",
  ],
  new_contract: [
    "Your order was changed: please sign the new contract",
    "The store changed your order {order}. Your earlier contract with {operator} is canceled.",
    "Your order continues once you sign the new contract. You do not have to apply again.",
    ...BEFORE_SIGNING,
    "Your approval expires on {ends}. Sign before then.",
    "Read and sign it here: {link}",
    "This link is only for you. Do not share it.",
    "For questions about payments, contact {contact}.",
  ],
  canceled: [
    "Your lease is canceled",
    "Your lease with {operator} is canceled.",
    "If you have already made a payment, contact {operator} about it: {contact}.",
    "See your order here: {order_link}",
    "Your cart is here: {cart_link}",
  ],
  reference: "Reference: {reference}",
}

const es: Texts = {
  approved: [
    "Su arrendamiento con opción a compra está aprobado",
    "{operator} aprobó su solicitud.",
    "Su aprobación es de hasta {approved}.",
    "Su aprobación es válida hasta el {ends}.",
    ...BEFORE_SIGNING,
    "No se firmó ni se cobró nada. Antes de decidir, verá cuánto cuesta el arrendamiento.",
    "Continúe aquí: {link}",
  ],
  ending: [
    "Su aprobación vence el {ends}",
    "Su aprobación de {operator} vence el {ends}. No se firmó ni se cobró nada.",
    "Su aprobación es de hasta {approved}.",
    ...BEFORE_SIGNING,
    "Hasta entonces puede usarla sin hacer otra solicitud: {link}",
    "Si ya no quiere el arrendamiento, no tiene que hacer nada.",
  ],
  sign: [
    "Su contrato de arrendamiento está listo para firmar",
    "Su contrato con {operator} está listo. Todavía no está firmado y no se cobró nada.",
    ...BEFORE_SIGNING,
    "Su aprobación vence el {ends}. Firme antes de esa fecha.",
    "Léalo y fírmelo aquí: {link}",
    "Si ya no quiere el arrendamiento, no tiene que hacer nada.",
  ],
  unfinished: [
    "Su arrendamiento está firmado, pero su pedido todavía no se ha realizado",
    "Su contrato con {operator} está firmado. Su pedido todavía no se ha realizado. No se perdió nada.",
    ...AFTER_SIGNING,
    "En la página de pago verá por qué y qué puede hacer: {link}",
    "Si el pedido no se puede realizar, cancelaremos el contrato con {contract_with}.",
    "Si tiene preguntas, comuníquese con {contact}.",
  ],
  began: [
    "Su arrendamiento ha comenzado",
    "{operator} registró la entrega de su pedido {order}, y su arrendamiento ha comenzado.",
    "{operator} cobra los pagos, según su contrato.",
    ...AFTER_SIGNING,
    "Vea aquí su pedido y su arrendamiento: {order_link}",
    "Si tiene preguntas sobre los pagos, comuníquese con {contact}.",
  ],
  new_contract: [
    "Su pedido cambió: firme el nuevo contrato",
    "La tienda cambió su pedido {order}. Su contrato anterior con {operator} está cancelado.",
    "Su pedido continúa en cuanto firme el nuevo contrato. No tiene que hacer otra solicitud.",
    ...BEFORE_SIGNING,
    "Su aprobación vence el {ends}. Firme antes de esa fecha.",
    "Léalo y fírmelo aquí: {link}",
    "Este enlace es solo para usted. No lo comparta.",
    "Si tiene preguntas sobre los pagos, comuníquese con {contact}.",
  ],
  canceled: [
    "Su arrendamiento está cancelado",
    "Su arrendamiento con {operator} está cancelado.",
    "Si ya hizo un pago, comuníquese con {operator}: {contact}.",
    "Vea aquí su pedido: {order_link}",
    "Su carrito está aquí: {cart_link}",
  ],
  reference: "Referencia: {reference}",
}

export const noticeTexts = { en, es }
export type NoticeLanguage = keyof typeof noticeTexts

export const codeTexts: Record<NoticeLanguage, NoticeText> = {
  en: [
    "Your code for lease-to-own",
    "Your code is {code}. Enter it in the checkout that is open in your browser.",
    "It works once, for {minutes} minutes, and only in the browser that requested it.",
    "If you did not request it, someone else entered your email address. You do not have to do anything. Do not give the code to anyone.",
  ],
  es: [
    "Su código para el arrendamiento con opción a compra",
    "Su código es {code}. Escríbalo en la página de pago que tiene abierta en su navegador.",
    "Sirve una sola vez, durante {minutes} minutos, y solo en el navegador que lo pidió.",
    "Si no lo pidió, otra persona escribió su correo electrónico. No tiene que hacer nada. No comparta el código con nadie.",
  ],
}

/** The email to staff. */
export const digestText = {
  subject: "Lease-to-own leases that need attention: {count}",
  head: "These leases need attention from your staff:",
  waiting: "{waiting} for these leases will be paid once their deliveries are confirmed.",
  tail: "See what to do: {link}",
  lease: "{reference}: {matter}, since {since}",
  leaseWithOrder: "{reference}, order {order}: {matter}, since {since}",
}

/** The dashboard's notification about an alert. Medusa shows the same text to all staff, in one language. */
export const feedText = {
  title: "{reference}: {matter}",
  titleWithOrder: "#{order}: {matter}",
  description: "Lease {reference} needs attention. Its page shows what to do.",
  link: "Open lease {reference}",
}
