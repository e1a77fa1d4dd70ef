/**
 * Returns the demo's options with the operator's own wording: several consents, one of them with a link, and, for New York, a label and a text that
 * the shopper confirms. The texts are samples. Don't use them in a store.
 *
 * @param {string} shopUrl
 */
export function wordingOf(shopUrl) {
  return { consent: consentOf(`${shopUrl}/privacy.html`), disclosures: DISCLOSURES }
}

/** @param {string} link */
const consentOf = (link) => ({
  version: "demo-1",
  items: [
    {
      ...{ id: "application", required: true },
      en: "I agree that my application is sent to {operator}, which decides on it. A lease costs more in total than paying in cash.",
      es: "Acepto que mi solicitud se envíe a {operator}, que decide sobre ella. Un arrendamiento cuesta en total más que pagar al contado.",
    },
    {
      ...{ id: "privacy", required: true, link },
      en: "I have read {operator}'s privacy notice.",
      es: "He leído el aviso de privacidad de {operator}.",
    },
    {
      ...{ id: "texting", required: false },
      en: "{operator} may send me text messages about my lease. This is not a condition of the lease.",
      es: "{operator} puede enviarme mensajes de texto sobre mi arrendamiento. No es una condición del arrendamiento.",
    },
  ],
})

const DISCLOSURES = {
  offer: {
    NY: {
      en: "Sample text for New York: this is a rental-purchase agreement. You will not own the items until you have made all payments or used an early purchase option. {operator} maintains the items while you rent them.",
      es: "Texto de muestra para Nueva York: este es un contrato de alquiler con opción a compra. Los artículos no serán suyos hasta que haya hecho todos los pagos o usado una opción de compra anticipada. {operator} mantiene los artículos mientras usted los alquila.",
      acknowledge: true,
      version: "demo-1",
    },
  },
  message: {
    default: {
      en: "An example from {operator}, not an offer. Your contract has your own figures.",
      es: "Un ejemplo de {operator}, no una oferta. Su contrato tiene sus propias cifras.",
    },
  },
  labels: { NY: { total: { en: "Total cost", es: "Costo total" } } },
}
