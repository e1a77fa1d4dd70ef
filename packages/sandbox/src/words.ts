import type { Language } from "./defaults"

const inLanguage = (language: Language) => (en: string, es: string) => (language === "es" ? es : en)

/** A contract's terms as text. `tax` is the tax due today, or null if there is none. */
type Terms = {
  firstPayment: string
  tax: string | null
  /** Whether sales tax is added to each payment. */
  isTaxedLater: boolean
  dueToday: string
  payments: number
  frequency: string
  buyout: string
}

export function contractWords(language: Language) {
  const say = inLanguage(language)
  return {
    sandbox: say(
      "Sandbox: nothing here is binding and nothing is charged.",
      "Entorno de pruebas: nada de esto obliga y no se cobra nada.",
    ),
    title: say("Lease agreement", "Contrato de arrendamiento"),
    reference: say("Reference", "Referencia"),
    signer: say("for", "para"),
    summary: say("Lease summary", "Resumen del arrendamiento"),
    delivery: say("Delivery", "Entrega"),
    cashPrice: say("Cash price", "Precio al contado"),
    costOfLease: say("Cost of lease", "Costo del arrendamiento"),
    tax: say("Sales tax", "Impuesto sobre las ventas"),
    paymentTax: say("Sales tax on the payments", "Impuesto sobre las ventas de los pagos"),
    total: (withTax: boolean) =>
      say(
        `Total of all payments${withTax ? " with sales tax" : ""}, 12 months`,
        `Total de todos los pagos${withTax ? " con impuesto" : ""}, 12 meses`,
      ),
    dueToday: (withTax: boolean) =>
      say(
        `First payment${withTax ? " and sales tax" : ""}, due today`,
        `Primer pago${withTax ? " e impuesto" : ""}, a pagar hoy`,
      ),
    payments: (count: number, frequency: string) => `${count} ${say("payments", "pagos")} ${frequency}`,
    each: say("each", "cada uno"),
    lastPayment: say("Last payment", "Último pago"),
    buyout: say("Purchase price in the first 90 days", "Precio de compra en los primeros 90 días"),
    frequencies: {
      weekly: say("every week", "cada semana"),
      biWeekly: say("every two weeks", "cada dos semanas"),
      semiMonthly: say("twice a month", "dos veces al mes"),
      monthly: say("every month", "cada mes"),
    },
    consents: say("Consents", "Consentimientos"),
    tickBoth: say("Check both to sign.", "Marque ambos para firmar."),
    agreeToday: ({ firstPayment, tax }: Terms) =>
      say(
        `I agree that the first payment of $${firstPayment}${tax ? ` and sales tax of $${tax}` : ""} is charged today.`,
        `Acepto que hoy se cobre el primer pago de $${firstPayment}${tax ? ` y el impuesto sobre las ventas de $${tax}` : ""}.`,
      ),
    agreeLater: ({ frequency }: Terms) =>
      say(
        `I agree that the following payments are charged ${frequency}.`,
        `Acepto que los pagos siguientes se cobren ${frequency}.`,
      ),
    clauses: ({ dueToday, tax, isTaxedLater, payments, frequency, buyout }: Terms) => [
      {
        title: say("1. Lease", "1. Arrendamiento"),
        text: say(
          "The goods above are leased for 12 months. They remain the lease company's property until you buy them.",
          "Los artículos de arriba se arriendan por 12 meses. Son de la empresa de arrendamiento hasta que se compren.",
        ),
      },
      {
        title: say("2. Payments", "2. Pagos"),
        text: say(
          `You pay $${dueToday} today${tax ? `, sales tax of $${tax} included,` : ""} and ${payments} payments ${frequency}, the first after delivery of the complete order.${isTaxedLater ? " Sales tax is added to each of them." : ""}`,
          `Usted paga hoy $${dueToday}${tax ? `, incluido el impuesto sobre las ventas de $${tax},` : ""} y ${payments} pagos ${frequency}, el primero después de la entrega del pedido completo.${isTaxedLater ? " A cada uno se le suma el impuesto sobre las ventas." : ""}`,
        ),
      },
      {
        title: say("3. Purchase and return", "3. Compra y devolución"),
        text: say(
          `You may buy the goods for $${buyout} in the first 90 days, or return them and owe no further payment.`,
          `Puede comprar los artículos por $${buyout} en los primeros 90 días, o devolverlos y no deber más pagos.`,
        ),
      },
    ],
    sign: say("Sign here", "Firmar aquí"),
    card: say("Another card", "Otra tarjeta"),
    cardText: say(
      "The card was declined and nothing was charged. Enter another one. This sandbox accepts any digits and stores none.",
      "La tarjeta fue rechazada y no se cobró nada. Escriba otra; este entorno de pruebas acepta cualquier número y no guarda ninguno.",
    ),
    cardNumber: say("Card number", "Número de tarjeta"),
    cardExpires: say("Expires, MM/YY", "Vence, MM/AA"),
    cardCode: say("Security code", "Código de seguridad"),
    submit: say("Submit", "Enviar"),
    done: say(
      "Signed. The first payment was received. You can go back to the shop.",
      "Firmado. Se recibió el primer pago; puede volver a la tienda.",
    ),
    declined: say(
      "The card was declined and nothing was charged. Enter another card and submit again.",
      "La tarjeta fue rechazada y no se cobró nada. Escriba otra tarjeta y envíe de nuevo.",
    ),
    unpaid: say(
      "The first payment did not go through. Nothing was charged. Submit again.",
      "El primer pago no se realizó. No se cobró nada; envíe de nuevo.",
    ),
    /** `{missing}` and `{places}` are numbers. */
    script: {
      signed: say("Signed: ", "Firmado: "),
      left: say("{missing} of {places} places left to sign.", "Faltan {missing} de {places} firmas."),
      allSigned: say("Everything is signed. Submit to finish.", "Todo está firmado. Envíe el contrato para terminar."),
      lost: say(
        "The connection was lost. Your signatures are saved. Try again.",
        "Se perdió la conexión. Lo firmado se conserva; inténtelo otra vez.",
      ),
    },
  }
}

/**
 * A field of the application (reference 3). `test` is the value entered by the test button. `from` is the customer's field that prefills this one
 * (spec 2.8).
 */
export type FormField = [name: string, label: string, type: string, test: string, from?: string]

export function widgetWords(language: Language) {
  const say = inLanguage(language)
  return {
    moment: say("One moment", "Un momento"),
    /** The form's fields, by the heading of their group. */
    form: {
      [say("About you", "Sobre usted")]: [
        ["customer.firstName", say("First name", "Nombre"), "text", "Robin", "firstName"],
        ["customer.lastName", say("Last name", "Apellido"), "text", "Example", "lastName"],
        ["customer.emailAddress", say("Email address", "Correo electrónico"), "email", "robin@example.com", "email"],
        ["customer.cellPhone", say("Mobile phone", "Teléfono celular"), "tel", "5125550100", "phone"],
        ["customer.birthdate", say("Date of birth", "Fecha de nacimiento"), "date", "1988-04-12"],
        ["customer.ssn", say("Social Security number", "Número de Seguro Social"), "password", "random"],
      ],
      [say("Where you live", "Dónde vive")]: [
        ["customer.homeAddress.streetAddress1", say("Street", "Calle y número"), "text", "1 Main Street", "line1"],
        ["customer.homeAddress.city", say("City", "Ciudad"), "text", "Austin", "city"],
        ["customer.homeAddress.state", say("State, two letters", "Estado, dos letras"), "text", "TX", "state"],
        ["customer.homeAddress.zip", say("ZIP code", "Código postal"), "text", "78701", "zip"],
      ],
      [say("Income and bank account", "Ingresos y cuenta bancaria")]: [
        ["customer.grossIncomeMonthly", say("Monthly income", "Ingresos mensuales"), "number", "4300"],
        [
          "customer.paymentFrequency.payFrequency",
          say("How often you are paid", "Cada cuánto le pagan"),
          "select",
          "biWeekly",
        ],
        ["customer.paymentFrequency.lastPayDate", say("Last payday", "Último día de pago"), "date", "2026-01-02"],
        ["customer.paymentFrequency.nextPayDate", say("Next payday", "Próximo día de pago"), "date", "2026-01-16"],
        ["bank.routingNumber", say("Routing number", "Número de ruta"), "text", "111000025"],
        ["bank.accountNumber", say("Account number", "Número de cuenta"), "password", "000123456789"],
      ],
    } satisfies Record<string, FormField[]>,
    apply: say("Apply", "Enviar la solicitud"),
    test: say("Fill the rest with test data", "Completar el resto con datos de prueba"),
    /** `{lines}` stands for the lines that aren't leased. */
    script: {
      formTitle: say("Your application", "Su solicitud"),
      formText: say("Details from the shop are filled in.", "Lo que la tienda sabe ya está escrito."),
      deciding: say("Waiting for a decision …", "En espera de una decisión …"),
      approvedTitle: say("You are approved", "Su solicitud está aprobada"),
      approvedText: say("Opening the contract …", "Abriendo el contrato …"),
      deniedTitle: say("Not approved this time", "No aprobada esta vez"),
      deniedText: say(
        "You can choose another payment method in the shop.",
        "Puede elegir otro método de pago en la tienda.",
      ),
      pendingTitle: say("No decision yet", "Aún no hay decisión"),
      pendingText: say(
        "You have not been charged. Open the application again later to see the decision.",
        "No se le cobró nada. Abra la solicitud otra vez más tarde para ver la decisión.",
      ),
      back: say("Back to the shop", "Volver a la tienda"),
      signedTitle: say("Your lease is signed", "Su arrendamiento está firmado"),
      signedText: say("The card for this order is ready.", "La tarjeta para este pedido está lista."),
      fillCard: say("Fill in the card", "Rellenar la tarjeta"),
      apart: say(
        "Not part of the lease, and due today in full: {lines}",
        "No es parte del arrendamiento y se paga hoy por completo: {lines}",
      ),
      contract: say("Lease contract", "Contrato de arrendamiento"),
    },
    /** The overlay on the merchant's page. The widget's page has the same title. */
    overlay: {
      title: say("Lease-to-own application", "Solicitud de arrendamiento con opción a compra"),
      cancel: say("Cancel", "Cancelar"),
      silent: say("The application did not load.", "La solicitud no se cargó."),
    },
  }
}
