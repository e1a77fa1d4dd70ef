import type { CodeWords } from "./code-words.js"

/** Spanish messages that pages before the checkout may also show. */
export const codesEs = {
  unavailable_off: "El arrendamiento con opción a compra no está disponible en este momento.",
  unavailable_account: "El arrendamiento no se ofrece en esta región o canal de venta. Elija otro método de pago.",
  unavailable_product: "No disponible con este producto.",
  unavailable_place: "No disponible para entregas en {place}.",
  unavailable_currency: "No disponible en {currency}.",
  product_not_found: "No se encontró este producto.",
  region_not_found: "No se encontró esta región.",
  query_invalid: "No se pudo leer la solicitud: falta una parte de su dirección o no es correcta.",
  store_unavailable:
    "La tienda no pudo hacer esto en este momento. No se perdió nada. Inténtelo otra vez en un minuto.",
  page_failed:
    "Esta página no pudo comunicarse con la tienda. No se perdió nada. Vuelva a cargar la página. Si no se resuelve, comuníquese con la tienda.",
  store_unreachable: "No pudimos comunicarnos con la tienda. Revise su conexión e inténtelo otra vez.",
  unexpected_answer:
    "Esta página no entiende la respuesta de la tienda. Inténtelo otra vez o elija otro método de pago.",
} satisfies CodeWords
