import type { MessageWords } from "./message-words.js"

/** French. */
export const messageFr: MessageWords = {
  language: "fr",
  available: "Location avec option d’achat possible",
  unavailable: "Location avec option d’achat impossible",
  costs: "Au total, plus cher que le prix au comptant.",
  between: "Pour les commandes de {from} à {to}.",
  from: "Pour les commandes à partir de {from}.",
  upTo: "Pour les commandes jusqu’à {to}.",
  today: "À payer aujourd’hui",
  payments: "Puis {payments} paiements, {every}",
  total: "Total pour devenir propriétaire",
  every: {
    weekly: "chaque semaine",
    biWeekly: "toutes les deux semaines",
    semiMonthly: "deux fois par mois",
    monthly: "chaque mois",
  },
  learnMore: "En savoir plus",
  title: "Comment fonctionne la location avec option d’achat",
  how: [
    "Au moment de payer, choisissez la location avec option d’achat et faites votre demande. {operator} décide, le plus souvent en moins d’une minute.",
    "Avant de signer, vous voyez ce que vous payez aujourd’hui, chaque paiement et le total.",
    "Signez le contrat, et la boutique expédie votre commande. Vous payez {operator}, pas cette boutique.",
    "Les articles sont à vous dès que vous avez fait tous les paiements ou que vous les avez achetés avant.",
  ],
  disclosure: [
    "C’est une location, pas un prêt. Les articles appartiennent à {operator} jusqu’à ce que vous ayez fait tous les paiements ou que vous les ayez achetés avant.",
    "L’ensemble des paiements dépasse le prix au comptant. Vous voyez les deux montants avant de signer.",
    "Toutes les demandes ne sont pas acceptées, et la location avec option d’achat n’est pas proposée dans tous les États.",
    "Des questions ? {operator} : {contact}",
  ],
  close: "Fermer",
  codes: {
    unavailable_off: "La location avec option d’achat n’est pas disponible pour le moment.",
    unavailable_account:
      "La location avec option d’achat n’est pas proposée pour cette région ou ce canal de vente. Choisissez un autre moyen de paiement.",
    unavailable_product: "Indisponible avec ce produit.",
    unavailable_place: "Indisponible pour une livraison vers {place}.",
    unavailable_currency: "Indisponible en {currency}.",
    product_not_found: "Ce produit est introuvable.",
    region_not_found: "Cette région est introuvable.",
    query_invalid: "La requête n’a pas pu être lue : une partie de son adresse manque ou est incorrecte.",
    store_unavailable: "La boutique n’a pas pu le faire pour le moment. Rien n’est perdu. Réessayez dans une minute.",
    store_unreachable: "Nous n’avons pas pu joindre la boutique. Vérifiez votre connexion et réessayez.",
    unexpected_answer:
      "La boutique a donné une réponse que cette page ne sait pas lire. Réessayez ou choisissez un autre moyen de paiement.",
  },
}
