import type { CodeWords } from "./code-words.js"

/** French. */
export const orderFr: CodeWords = {
  awaiting: "{operator} n’a pas encore confirmé votre contrat. Votre commande sera expédiée ensuite.",
  order_lease_signed:
    "Votre contrat avec {operator} est signé. La location commence quand toute la commande est livrée.",
  order_lease_delivered: "{operator} a bien noté votre livraison, et votre location suit votre contrat.",
  order_lease_signed_anew: "Votre nouveau contrat avec {operator} est signé. La boutique finalise votre commande.",
  order_lease_to_sign: "Votre commande a été modifiée. Elle se poursuit dès que vous signez le nouveau contrat.",
  order_lease_ask: "{operator} peut vous dire où en est votre location : {contact}. Référence : {reference}.",
  order_lease_returning:
    "Le retour de votre location est en cours. {operator} répond à vos questions sur les paiements : {contact}.",
  order_lease_returned:
    "Le retour de votre location est terminé. {operator} répond à vos questions sur les paiements : {contact}.",
  order_lease_canceling:
    "L’annulation de votre location est en cours. {operator} répond à vos questions sur les paiements : {contact}.",
  order_lease_ended: "Votre location est terminée. {operator} répond à vos questions sur les paiements : {contact}.",
  order_not_found: "Cette commande est introuvable.",
  store_unavailable: "La boutique n’a pas pu le faire pour le moment. Rien n’est perdu. Réessayez dans une minute.",
  store_unreachable: "Nous n’avons pas pu joindre la boutique. Vérifiez votre connexion et réessayez.",
  unexpected_answer:
    "La boutique a donné une réponse que cette page ne sait pas lire. Réessayez ou choisissez un autre moyen de paiement.",
}
