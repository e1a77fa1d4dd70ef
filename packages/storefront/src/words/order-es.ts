import type { CodeWords } from "./code-words.js"

/** Spanish. */
export const orderEs: CodeWords = {
  awaiting: "{operator} aún está confirmando su contrato. Su pedido se envía después.",
  order_lease_signed:
    "Su contrato con {operator} está firmado. El arrendamiento empieza cuando se entregue todo el pedido.",
  order_lease_delivered: "{operator} sabe de su entrega, y su arrendamiento sigue lo que dice su contrato.",
  order_lease_signed_anew: "Su nuevo contrato con {operator} está firmado. La tienda está terminando su pedido.",
  order_lease_to_sign: "Su pedido cambió. Seguirá adelante cuando firme su nuevo contrato.",
  order_lease_ask: "{operator} puede decirle cómo está su arrendamiento: {contact}. Referencia: {reference}.",
  order_lease_returning:
    "Su arrendamiento se está devolviendo. {operator} responde a sus preguntas sobre los pagos: {contact}.",
  order_lease_returned:
    "Su arrendamiento fue devuelto. {operator} responde a sus preguntas sobre los pagos: {contact}.",
  order_lease_canceling:
    "Su arrendamiento se está cancelando. {operator} responde a sus preguntas sobre los pagos: {contact}.",
  order_lease_ended: "Su arrendamiento terminó. {operator} responde a sus preguntas sobre los pagos: {contact}.",
  order_not_found: "No se encontró este pedido.",
  store_unavailable:
    "La tienda no pudo hacer esto en este momento. No se perdió nada. Inténtelo otra vez en un minuto.",
  store_unreachable: "No pudimos comunicarnos con la tienda. Compruebe su conexión e inténtelo otra vez.",
  unexpected_answer:
    "La tienda dio una respuesta que esta página no entiende. Inténtelo otra vez o elija otro método de pago.",
}
