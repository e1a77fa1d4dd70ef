import { codesEs } from "./codes-es.js"
import type { MessageWords } from "./message-en.js"

export const messageEs: MessageWords = {
  language: "es",
  available: "Arrendamiento con opción a compra disponible",
  unavailable: "Arrendamiento con opción a compra no disponible",
  approved: "Su aprobación es de hasta {amount} y es válida hasta el {until}.",
  approvedUntil: "Su aprobación es válida hasta el {until}.",
  costs: "En total cuesta más que el precio al contado.",
  between: "Para pedidos de {from} a {to}.",
  from: "Para pedidos desde {from}.",
  upTo: "Para pedidos hasta {to}.",
  today: "A pagar hoy",
  payments: "Después {payments} pagos, {every}",
  total: "Total para ser dueño",
  every: { weekly: "cada semana", biWeekly: "cada dos semanas", semiMonthly: "dos veces al mes", monthly: "cada mes" },
  learnMore: "Más información",
  title: "Cómo funciona el arrendamiento con opción a compra",
  how: [
    "Elija el arrendamiento al pagar y envíe su solicitud. {operator} decide, por lo general en menos de un minuto.",
    "Antes de firmar verá lo que paga hoy, cada pago y el total.",
    "Firme el contrato y la tienda envía su pedido. Usted paga a {operator}, no a esta tienda.",
    "Los artículos son suyos cuando haga todos los pagos o los compre antes.",
  ],
  disclosure: [
    "Es un arrendamiento, no un préstamo. Los artículos son de {operator} hasta que usted haga todos los pagos o los compre antes.",
    "Todos los pagos juntos suman más que el precio al contado. Verá ambos antes de firmar.",
    "No todas las solicitudes se aprueban, y no se ofrece en todos los estados.",
    "¿Preguntas? {operator}: {contact}",
  ],
  close: "Cerrar",
  codes: codesEs,
}
