import type { CodeWords } from "./code-words.js"

/** German. */
export const orderDe: CodeWords = {
  awaiting: "{operator} hat Ihren Vertrag noch nicht bestätigt. Danach wird Ihre Bestellung versandt.",
  order_lease_signed:
    "Ihr Vertrag mit {operator} ist unterschrieben. Der Mietkauf beginnt, wenn die ganze Bestellung geliefert ist.",
  order_lease_delivered: "{operator} weiß von Ihrer Lieferung, und Ihr Mietkauf läuft, wie es Ihr Vertrag sagt.",
  order_lease_signed_anew: "Ihr neuer Vertrag mit {operator} ist unterschrieben. Der Shop schließt Ihre Bestellung ab.",
  order_lease_to_sign: "Ihre Bestellung wurde geändert. Sie geht weiter, sobald Sie den neuen Vertrag unterschreiben.",
  order_lease_ask: "{operator} kann Ihnen sagen, wie es um Ihren Mietkauf steht: {contact}. Referenz: {reference}.",
  order_lease_returning:
    "Die Rückgabe Ihres Mietkaufs läuft. {operator} beantwortet Fragen zu Ihren Zahlungen: {contact}.",
  order_lease_returned: "Ihr Mietkauf ist zurückgegeben. {operator} beantwortet Fragen zu Ihren Zahlungen: {contact}.",
  order_lease_canceling:
    "Die Stornierung Ihres Mietkaufs läuft. {operator} beantwortet Fragen zu Ihren Zahlungen: {contact}.",
  order_lease_ended: "Ihr Mietkauf ist beendet. {operator} beantwortet Fragen zu Ihren Zahlungen: {contact}.",
  order_not_found: "Diese Bestellung wurde nicht gefunden.",
  store_unavailable:
    "Der Shop konnte das gerade nicht tun. Es ist nichts verloren. Versuchen Sie es in einer Minute noch einmal.",
  store_unreachable:
    "Wir konnten den Shop nicht erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
  unexpected_answer:
    "Der Shop hat etwas geantwortet, das diese Seite nicht lesen kann. Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlungsart.",
}
