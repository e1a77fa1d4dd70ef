import type { MessageWords } from "./message-words.js"

/** German. */
export const messageDe: MessageWords = {
  language: "de",
  available: "Mietkauf möglich",
  unavailable: "Mietkauf nicht möglich",
  costs: "Kostet insgesamt mehr als der Barpreis.",
  between: "Für Bestellungen von {from} bis {to}.",
  from: "Für Bestellungen ab {from}.",
  upTo: "Für Bestellungen bis {to}.",
  today: "Heute fällig",
  payments: "Danach {payments} Zahlungen, {every}",
  total: "Summe bis zum Eigentum",
  every: {
    weekly: "jede Woche",
    biWeekly: "alle zwei Wochen",
    semiMonthly: "zweimal im Monat",
    monthly: "jeden Monat",
  },
  learnMore: "Mehr erfahren",
  title: "So funktioniert der Mietkauf",
  how: [
    "Wählen Sie an der Kasse den Mietkauf und stellen Sie einen Antrag. {operator} entscheidet, meist in weniger als einer Minute.",
    "Sie sehen, was heute fällig ist, jede Zahlung und die Summe, bevor Sie unterschreiben.",
    "Unterschreiben Sie den Vertrag, und der Shop versendet Ihre Bestellung. Sie zahlen an {operator}, nicht an diesen Shop.",
    "Die Artikel gehören Ihnen, sobald Sie alle Zahlungen geleistet oder sie vorher gekauft haben.",
  ],
  disclosure: [
    "Das ist eine Miete, kein Darlehen. Die Artikel gehören {operator}, bis Sie alle Zahlungen geleistet oder sie vorher gekauft haben.",
    "Alle Zahlungen zusammen ergeben mehr als den Barpreis. Sie sehen beides, bevor Sie unterschreiben.",
    "Nicht jeder Antrag wird genehmigt, und Mietkauf gibt es nicht in jedem Bundesstaat.",
    "Fragen? {operator}: {contact}",
  ],
  close: "Schließen",
  codes: {
    unavailable_off: "Mietkauf ist zurzeit nicht verfügbar.",
    unavailable_account:
      "Mietkauf wird für diese Region oder diesen Vertriebskanal nicht angeboten. Wählen Sie eine andere Zahlungsart.",
    unavailable_product: "Nicht verfügbar mit diesem Produkt.",
    unavailable_place: "Nicht verfügbar bei Lieferung nach {place}.",
    unavailable_currency: "Nicht verfügbar in {currency}.",
    product_not_found: "Dieses Produkt wurde nicht gefunden.",
    region_not_found: "Diese Region wurde nicht gefunden.",
    query_invalid: "Die Anfrage war nicht lesbar: Ein Teil ihrer Adresse fehlt oder ist falsch.",
    store_unavailable:
      "Der Shop konnte das gerade nicht tun. Es ist nichts verloren. Versuchen Sie es in einer Minute noch einmal.",
    store_unreachable:
      "Wir konnten den Shop nicht erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    unexpected_answer:
      "Der Shop hat etwas geantwortet, das diese Seite nicht lesen kann. Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlungsart.",
  },
}
