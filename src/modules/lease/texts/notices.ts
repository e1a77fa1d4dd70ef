/** The words of an e-mail: `{x}` are parameters, and a line with a parameter that is not known is left out. */
export type NoticeText = { subject: string; lines: readonly string[] }

const en = {
  approved: {
    subject: "You are approved for lease-to-own",
    lines: [
      "{operator} approved your application.",
      "Your approval goes up to {approved}.",
      "Nothing is signed, and nothing was charged. You see what the lease costs before you decide.",
      "Continue here: {link}",
    ],
  },
  ending: {
    subject: "Your lease approval ends on {ends}",
    lines: [
      "Your approval from {operator} ends on {ends}. Nothing is signed, and nothing was charged.",
      "Your approval goes up to {approved}.",
      "You can use it until then, without a new application: {link}",
      "If you no longer want the lease, you do not have to do anything.",
    ],
  },
  sign: {
    subject: "Your lease contract is ready to sign",
    lines: [
      "Your contract with {operator} is ready. It is not signed yet, and nothing was charged.",
      "We keep the goods for you until {until}.",
      "Read and sign it here: {link}",
      "If you no longer want the lease, you do not have to do anything.",
    ],
  },
  unfinished: {
    subject: "Your lease is signed, but your order is not placed yet",
    lines: [
      "Your contract with {operator} is signed. Your order is not placed yet. Nothing is lost.",
      "The checkout shows why, and what you can do: {link}",
      "If there is no order in the end, we cancel the contract with {contract_with}.",
      "For questions, contact {contact}.",
    ],
  },
  began: {
    subject: "Your lease has begun",
    lines: [
      "Your order {order} is delivered. Your lease with {operator} has begun.",
      "{operator} collects the payments, as your contract says.",
      "For questions about payments, contact {contact}.",
    ],
  },
  new_contract: {
    subject: "Your order was changed: please sign the new contract",
    lines: [
      "The store changed your order {order}. Your earlier contract with {operator} is canceled.",
      "Your order goes on once you sign the new contract. You do not have to apply again.",
      "Read and sign it here: {link}",
      "This link is for you alone. Do not pass it on.",
      "For questions about payments, contact {contact}.",
    ],
  },
  canceled: {
    subject: "Your lease is canceled",
    lines: [
      "Your lease with {operator} is canceled.",
      "If you have already made a payment, contact {operator} about it: {contact}.",
    ],
  },
  reference: "Reference: {reference}",
}

const es: typeof en = {
  approved: {
    subject: "Su arrendamiento con opción a compra está aprobado",
    lines: [
      "{operator} aprobó su solicitud.",
      "La aprobación llega hasta {approved}.",
      "No se firmó ni se cobró nada. Antes de decidir, verá cuánto cuesta el arrendamiento.",
      "Continúe aquí: {link}",
    ],
  },
  ending: {
    subject: "Su aprobación vence el {ends}",
    lines: [
      "Su aprobación de {operator} vence el {ends}. No se firmó ni se cobró nada.",
      "La aprobación llega hasta {approved}.",
      "Hasta entonces puede usarla sin hacer otra solicitud: {link}",
      "Si ya no quiere el arrendamiento, no tiene que hacer nada.",
    ],
  },
  sign: {
    subject: "Su contrato de arrendamiento está listo para firmar",
    lines: [
      "Su contrato con {operator} está listo. Todavía no está firmado y no se cobró nada.",
      "Le guardamos los artículos hasta el {until}.",
      "Léalo y fírmelo aquí: {link}",
      "Si ya no quiere el arrendamiento, no tiene que hacer nada.",
    ],
  },
  unfinished: {
    subject: "Su arrendamiento está firmado, pero su pedido todavía no está hecho",
    lines: [
      "Su contrato con {operator} está firmado. Su pedido todavía no está hecho. No se perdió nada.",
      "En la página de pago verá por qué y qué puede hacer: {link}",
      "Si al final no hay pedido, cancelamos el contrato con {contract_with}.",
      "Si tiene preguntas, escriba a {contact}.",
    ],
  },
  began: {
    subject: "Su arrendamiento ha comenzado",
    lines: [
      "Su pedido {order} está entregado. Su arrendamiento con {operator} ha comenzado.",
      "{operator} cobra los pagos, como dice su contrato.",
      "Si tiene preguntas sobre los pagos, escriba a {contact}.",
    ],
  },
  new_contract: {
    subject: "Su pedido cambió: firme el nuevo contrato",
    lines: [
      "La tienda cambió su pedido {order}. Su contrato anterior con {operator} está cancelado.",
      "El pedido sigue adelante en cuanto firme el nuevo contrato. No tiene que volver a solicitarlo.",
      "Léalo y fírmelo aquí: {link}",
      "Este enlace es solo para usted. No lo comparta.",
      "Si tiene preguntas sobre los pagos, contacte con {contact}.",
    ],
  },
  canceled: {
    subject: "Su arrendamiento está cancelado",
    lines: [
      "Su arrendamiento con {operator} está cancelado.",
      "Si ya hizo un pago, pregunte por él a {operator}: {contact}.",
    ],
  },
  reference: "Referencia: {reference}",
}

const fr: typeof en = {
  approved: {
    subject: "Votre demande de location avec option d’achat est acceptée",
    lines: [
      "{operator} a accepté votre demande.",
      "L’accord va jusqu’à {approved}.",
      "Rien n’est signé et rien n’a été débité. Vous verrez le coût de la location avant de vous décider.",
      "Continuez ici : {link}",
    ],
  },
  ending: {
    subject: "Votre accord prend fin le {ends}",
    lines: [
      "L’accord de {operator} prend fin le {ends}. Rien n’est signé et rien n’a été débité.",
      "L’accord va jusqu’à {approved}.",
      "Vous pouvez vous en servir d’ici là, sans nouvelle demande : {link}",
      "Si vous ne voulez plus de la location, vous n’avez rien à faire.",
    ],
  },
  sign: {
    subject: "Votre contrat de location est prêt à être signé",
    lines: [
      "Votre contrat avec {operator} est prêt. Il n’est pas encore signé, et rien n’a été débité.",
      "Nous gardons les articles pour vous jusqu’au {until}.",
      "Lisez-le et signez-le ici : {link}",
      "Si vous ne voulez plus de la location, vous n’avez rien à faire.",
    ],
  },
  unfinished: {
    subject: "Votre location est signée, mais votre commande n’est pas encore passée",
    lines: [
      "Votre contrat avec {operator} est signé. Votre commande n’est pas encore passée. Rien n’est perdu.",
      "La page de paiement dit pourquoi, et ce que vous pouvez faire : {link}",
      "S’il n’y a finalement pas de commande, nous annulons le contrat avec {contract_with}.",
      "Pour toute question, adressez-vous à {contact}.",
    ],
  },
  began: {
    subject: "Votre location a commencé",
    lines: [
      "Votre commande {order} est livrée. Votre location avec {operator} a commencé.",
      "{operator} encaisse les paiements, comme le dit votre contrat.",
      "Pour toute question sur les paiements, adressez-vous à {contact}.",
    ],
  },
  new_contract: {
    subject: "Votre commande a changé : signez le nouveau contrat",
    lines: [
      "La boutique a modifié votre commande {order}. Votre contrat précédent avec {operator} est annulé.",
      "Votre commande se poursuit dès que vous signez le nouveau contrat. Vous n’avez pas à refaire de demande.",
      "Lisez-le et signez-le ici : {link}",
      "Ce lien est pour vous seul. Ne le transmettez pas.",
      "Pour toute question sur les paiements, contactez {contact}.",
    ],
  },
  canceled: {
    subject: "Votre location est annulée",
    lines: [
      "Votre location avec {operator} est annulée.",
      "Si vous avez déjà fait un paiement, adressez-vous à {operator} : {contact}.",
    ],
  },
  reference: "Référence : {reference}",
}

const de: typeof en = {
  approved: {
    subject: "Ihr Antrag auf Mietkauf ist genehmigt",
    lines: [
      "{operator} hat Ihren Antrag genehmigt.",
      "Die Genehmigung reicht bis {approved}.",
      "Nichts ist unterschrieben, und nichts wurde abgebucht. Sie sehen, was der Mietkauf kostet, bevor Sie sich entscheiden.",
      "Hier geht es weiter: {link}",
    ],
  },
  ending: {
    subject: "Ihre Genehmigung endet am {ends}",
    lines: [
      "Die Genehmigung von {operator} endet am {ends}. Nichts ist unterschrieben, und nichts wurde abgebucht.",
      "Die Genehmigung reicht bis {approved}.",
      "Bis dahin können Sie sie ohne neuen Antrag nutzen: {link}",
      "Wenn Sie den Mietkauf nicht mehr möchten, müssen Sie nichts tun.",
    ],
  },
  sign: {
    subject: "Ihr Mietkaufvertrag liegt zur Unterschrift bereit",
    lines: [
      "Ihr Vertrag mit {operator} liegt bereit. Er ist noch nicht unterschrieben, und nichts wurde abgebucht.",
      "Wir halten die Artikel für Sie bis {until} zurück.",
      "Hier können Sie ihn lesen und unterschreiben: {link}",
      "Wenn Sie den Mietkauf nicht mehr möchten, müssen Sie nichts tun.",
    ],
  },
  unfinished: {
    subject: "Ihr Vertrag ist unterschrieben, Ihre Bestellung ist noch nicht aufgegeben",
    lines: [
      "Ihr Vertrag mit {operator} ist unterschrieben. Ihre Bestellung ist noch nicht aufgegeben. Nichts ist verloren.",
      "An der Kasse sehen Sie, woran es liegt und was Sie tun können: {link}",
      "Wenn es am Ende keine Bestellung gibt, stornieren wir den Vertrag mit {contract_with}.",
      "Bei Fragen wenden Sie sich an {contact}.",
    ],
  },
  began: {
    subject: "Ihr Mietkauf hat begonnen",
    lines: [
      "Ihre Bestellung {order} ist geliefert. Ihr Mietkauf bei {operator} hat begonnen.",
      "{operator} zieht die Zahlungen ein, wie es in Ihrem Vertrag steht.",
      "Bei Fragen zu den Zahlungen wenden Sie sich an {contact}.",
    ],
  },
  new_contract: {
    subject: "Ihre Bestellung wurde geändert: Bitte unterschreiben Sie den neuen Vertrag",
    lines: [
      "Der Shop hat Ihre Bestellung {order} geändert. Ihr bisheriger Vertrag mit {operator} ist storniert.",
      "Ihre Bestellung geht weiter, sobald Sie den neuen Vertrag unterschreiben. Sie müssen keinen neuen Antrag stellen.",
      "Lesen und unterschreiben Sie ihn hier: {link}",
      "Dieser Link ist nur für Sie. Geben Sie ihn nicht weiter.",
      "Fragen zu den Zahlungen beantwortet {contact}.",
    ],
  },
  canceled: {
    subject: "Ihr Mietkauf ist storniert",
    lines: [
      "Ihr Mietkauf bei {operator} ist storniert.",
      "Wenn Sie schon etwas gezahlt haben, wenden Sie sich deshalb an {operator}: {contact}.",
    ],
  },
  reference: "Referenz: {reference}",
}

/** E-mails to shoppers, by language. */
export const noticeTexts = { en, es, fr, de }
export type NoticeLanguage = keyof typeof noticeTexts

/** The e-mail with a one-time code. */
export const codeTexts: Record<NoticeLanguage, NoticeText> = {
  en: {
    subject: "Your code for lease-to-own",
    lines: [
      "Your code is {code}. Enter it in the checkout that is open in your browser.",
      "It works once, for {minutes} minutes, and only in the browser that asked for it.",
      "If you did not ask for it, somebody else entered your e-mail address. You do not have to do anything. Do not give the code to anyone.",
    ],
  },
  es: {
    subject: "Su código para el arrendamiento con opción a compra",
    lines: [
      "Su código es {code}. Escríbalo en la página de pago que tiene abierta en su navegador.",
      "Vale {minutes} minutos, una sola vez y solo en el navegador que lo pidió.",
      "Si no lo pidió, otra persona escribió su correo electrónico. No tiene que hacer nada. No dé el código a nadie.",
    ],
  },
  fr: {
    subject: "Votre code pour la location avec option d’achat",
    lines: [
      "Votre code est {code}. Saisissez-le sur la page de paiement ouverte dans votre navigateur.",
      "Il est valable {minutes} minutes, une seule fois, et seulement dans le navigateur qui l’a demandé.",
      "Si vous ne l’avez pas demandé, quelqu’un d’autre a saisi votre adresse e-mail. Vous n’avez rien à faire. Ne donnez le code à personne.",
    ],
  },
  de: {
    subject: "Ihr Code für den Mietkauf",
    lines: [
      "Ihr Code ist {code}. Geben Sie ihn an der Kasse ein, die in Ihrem Browser offen ist.",
      "Er gilt einmal, {minutes} Minuten lang und nur in dem Browser, der ihn angefordert hat.",
      "Wenn Sie ihn nicht angefordert haben, hat jemand anders Ihre E-Mail-Adresse eingegeben. Sie müssen nichts tun. Geben Sie den Code an niemanden weiter.",
    ],
  },
}

/** The e-mail to the store's people. */
export const digestText = {
  subject: "Lease-to-own: leases that need a person: {count}",
  lines: ["Something was found on these leases that a person must see to:", "See what to do: {link}"],
  lease: "{reference}, since {since}",
  leaseWithOrder: "{reference}, order {order}, since {since}",
}
