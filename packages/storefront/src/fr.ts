import { createDictionary, type Dictionary } from "./dictionary.js"
import type { Texts } from "./texts.js"

export { messageFr } from "./message-fr.js"
export { orderFr } from "./order-fr.js"

const texts: Texts = {
  codes: {
    unavailable_items: "Indisponible avec ces articles dans le panier : {items}.",
    unavailable_place: "Indisponible pour une livraison vers {place}.",
    unavailable_currency: "Indisponible en {currency}.",
    unavailable_tax:
      "Avec {operator}, les commandes en location sont exonérées de taxe de vente. Choisissez un autre moyen de paiement.",
    unavailable_minimum: "Disponible pour les commandes à partir de {amount}.",
    unavailable_maximum: "Disponible pour les commandes jusqu’à {amount}.",
    unavailable_incomplete: "Indiquez d’abord votre adresse et choisissez un mode de livraison.",
    unavailable_off: "La location avec option d’achat n’est pas disponible pour le moment.",
    unavailable_account:
      "La location avec option d’achat n’est pas proposée pour cette région ou ce canal de vente. Choisissez un autre moyen de paiement.",
    service_down:
      "La location avec option d’achat n’est pas disponible pour le moment, car {operator} ne répond pas. Rien n’est perdu. Réessayez dans quelques minutes ou choisissez un autre moyen de paiement.",
    consent_required: "Veuillez confirmer les points signalés ci-dessous.",
    form_invalid: "Veuillez vérifier les champs signalés ci-dessous.",
    too_many_attempts: "Attendez un jour avant de refaire une demande, ou choisissez un autre moyen de paiement.",
    too_many_attempts_for_cart:
      "Aucune autre demande n’est possible pour ce panier. Choisissez un autre moyen de paiement.",
    too_many_from_network:
      "Trop de demandes sont venues de votre réseau aujourd’hui. Rien n’a été envoyé. Réessayez demain ou choisissez un autre moyen de paiement.",
    too_many_for_email:
      "Trop de demandes ont été envoyées avec cette adresse e-mail aujourd’hui. Rien n’a été envoyé. Connectez-vous à votre compte, réessayez demain ou choisissez un autre moyen de paiement.",
    asked_too_often: "Il y a eu trop de requêtes. Rien n’a changé. Réessayez dans {minutes} minutes.",
    attempt_refused: "Cette demande n’a pas été prise en compte. Vérifiez le formulaire et renvoyez-le.",
    wait_before_retry: "Nous attendons encore une décision. Vous pourrez renvoyer le formulaire dans une minute.",
    application_open: "Vous avez déjà fait une demande pour ce panier. Continuez avec cette demande.",
    application_other_order:
      "Votre accord appartient déjà à une autre commande. Terminez ou annulez d’abord cette commande.",
    code_sent:
      "Si votre demande a été acceptée avec cette adresse e-mail, vous allez y recevoir un code. Saisissez-le ici dans les {minutes} minutes. S’il n’arrive pas, connectez-vous au compte avec lequel vous avez fait la demande.",
    code_unavailable:
      "Cette boutique ne peut pas envoyer de code par e-mail. Rien n’a été envoyé. Connectez-vous au compte avec lequel vous avez fait la demande, faites une demande avec ce panier ou choisissez un autre moyen de paiement.",
    code_no_email: "Saisissez d’abord votre adresse e-mail pour ce panier. Le code y est envoyé.",
    too_many_codes:
      "Trop de codes ont été demandés aujourd’hui. Rien n’a été envoyé. Réessayez demain, connectez-vous au compte avec lequel vous avez fait la demande ou choisissez un autre moyen de paiement.",
    code_not_asked: "Aucun code n’a été demandé dans ce navigateur pour ce panier. Demandez-en un ici d’abord.",
    code_wrong: "Ce code est incorrect. Rien n’a été modifié. Vérifiez l’e-mail ou demandez un autre code.",
    code_expired: "Ce code a expiré. Rien n’a été modifié. Demandez-en un autre.",
    code_tries: "Trop de codes erronés ont été saisis. Rien n’a été modifié. Demandez un autre code.",
    code_used: "Ce code a déjà été utilisé. Rechargez la page pour continuer.",
    code_other_email:
      "L’adresse e-mail de ce panier a changé depuis que vous avez demandé le code. Demandez-en un autre.",
    undecided:
      "{operator} n’a pas répondu. Nous ne savons donc pas si votre demande est arrivée. Rien n’a été débité. Vous pourrez la renvoyer dans une minute. Référence : {reference}.",
    pending:
      "{operator} examine votre demande. Rien n’a été débité. Vous pouvez quitter cette page et la rouvrir dans ce navigateur pour continuer. Référence : {reference}.",
    denied:
      "Votre demande n’a pas été acceptée cette fois-ci. Pour en savoir plus, contactez {operator} : {contact}. Vous pouvez choisir un autre moyen de paiement. Une autre personne peut faire une demande si vous indiquez d’abord son adresse e-mail dans le panier.",
    second_look:
      "{former} n’a pas accepté votre demande. Pour en savoir plus, contactez {former} : {contact}. Vous pouvez maintenant faire une demande auprès de {operator}, une autre société. Rien ne lui a encore été envoyé. Lisez ses conditions ci-dessous, acceptez-les et remplissez de nouveau le formulaire. Ou choisissez un autre moyen de paiement.",
    not_approved: "Aucune demande n’est encore acceptée pour ce panier. Faites d’abord une demande.",
    no_offer: "Il n’y a pas encore d’offre pour ce panier. Demandez d’abord une offre.",
    no_application: "Vous n’avez pas encore fait de demande pour ce panier.",
    expired:
      "Votre accord est arrivé à échéance. Rien n’a été signé ni débité. Faites une nouvelle demande ou choisissez un autre moyen de paiement.",
    no_approval:
      "Nous n’avons trouvé aucun accord utilisable avec ce panier. Il est peut-être arrivé à échéance, ou un autre panier l’utilise. Faites une demande avec ce panier ou choisissez un autre moyen de paiement.",
    approval_over:
      "D’après nos données, votre accord est arrivé à échéance. Vous pouvez encore essayer de signer. Si {operator} ne l’accepte plus, faites une nouvelle demande.",
    over_limit:
      "Votre accord va jusqu’à {approved}. Ce panier s’élève à {total} hors taxes. Modifiez le panier ou choisissez un autre moyen de paiement.",
    cart_refused:
      "{operator} n’a pas pu accepter ce panier : {reason}. Modifiez le panier ou choisissez un autre moyen de paiement.",
    cart_changed: "Votre panier a changé depuis l’offre. Demandez une nouvelle offre avant de signer.",
    contract_mismatch:
      "Votre panier a changé depuis la signature. Rétablissez-le ou demandez à {operator} d’annuler le contrat : {contact}.",
    recipient_mismatch:
      "Votre contrat est signé avec un autre nom, une autre adresse, un autre téléphone ou un autre e-mail que ceux de votre panier. Rien n’a été commandé et rien n’est perdu. Rétablissez-les ou contactez {contact} pour un nouveau contrat.",
    contract_unavailable: "Le contrat n’a pas pu s’ouvrir. Réessayez ou choisissez un autre moyen de paiement.",
    contract_key:
      "Une demande de location a déjà été faite avec ce panier. Vous ne pouvez continuer que dans le navigateur ou le compte qui a envoyé la demande. Si ce n’était pas vous, mettez les articles dans un nouveau panier ou choisissez un autre moyen de paiement.",
    not_orderable:
      "Ce panier ne peut pas être commandé pour le moment : {reason} Rien n’a été signé. Modifiez votre panier pour continuer ou choisissez un autre moyen de paiement.",
    not_sold: "Plus en vente : {items}.",
    out_of_stock: "Stock insuffisant pour cette quantité : {items}.",
    shipping_gone: "Aucun mode de livraison choisi ne convient pour : {items}.",
    provider_off: "La location avec option d’achat est désactivée dans la boutique.",
    not_priced: "Un article du panier n’a pas de prix pour le moment.",
    store_declined: "La boutique indique : {words}",
    not_checked: "La boutique n’a pas pu vérifier ce panier. Rien n’a été signé. Réessayez.",
    already_signed: "Votre contrat est signé. Passez maintenant la commande.",
    not_signed: "Votre contrat n’est pas encore signé.",
    signature_pending:
      "Votre contrat est signé. {operator} n’a pas encore confirmé votre premier paiement. Nous continuons à vérifier.",
    order_failed_signed:
      "Votre contrat est signé, mais la commande n’a pas pu être passée : {reason} Rien ne sera expédié avant. Réessayez. Référence : {reference}.",
    store_unavailable: "La boutique n’a pas pu le faire pour le moment. Rien n’est perdu. Réessayez dans une minute.",
    order_delayed:
      "La boutique est très occupée et n’a pas pu terminer la commande pour le moment. Rien n’est perdu. Votre contrat est signé, et la boutique passera la commande dans quelques minutes. Vous pouvez aussi réessayer.",
    completion_failed: "La boutique n’a pas pu terminer la commande.",
    no_status:
      "Nous n’avons pas pu faire confirmer votre signature par {operator}. La commande n’a pas été passée et rien n’est perdu. Contactez {contact}.",
    lease_dead:
      "Le contrat de ce panier n’est plus en vigueur. Refaites une demande ou choisissez un autre moyen de paiement.",
    replacement_signed:
      "Votre nouveau contrat est signé. Vous n’avez plus rien à faire. La boutique termine votre commande.",
    replacement_refused:
      "{operator} n’a pas accepté votre commande modifiée : {reason}. Rien n’a été signé ni débité, et votre commande est conservée. Réessayez dans quelques minutes. Si cela n’aide pas, adressez-vous à la boutique.",
    replacement_over_limit:
      "Votre accord va jusqu’à {approved}. Votre commande modifiée s’élève à {total} hors taxes. Rien n’a été signé, et votre commande est conservée. Demandez à la boutique de la modifier.",
    replacement_expired:
      "Votre accord a pris fin : le nouveau contrat ne peut pas être signé. Rien n’a été débité, et votre commande est conservée. Demandez à la boutique comment elle se poursuit.",
    replacement_differs:
      "{operator} a renvoyé un autre montant pour votre commande modifiée. Nous ne pouvons donc pas afficher son contrat. Rien n’a été signé, et votre commande est conservée. Adressez-vous à la boutique.",
    replacement_unavailable:
      "Le nouveau contrat de votre commande ne peut pas être affiché pour le moment. Rien n’a été signé ni débité, et votre commande est conservée. Réessayez dans quelques minutes ou adressez-vous à la boutique.",
    contract_replaced:
      "La boutique a modifié votre commande et votre contrat précédent est annulé. Signez le nouveau pour que votre commande se poursuive. Vous n’avez pas à refaire de demande.",
    order_placed: "Cette commande est déjà passée.",
    no_open_cart:
      "La location avec option d’achat n’est possible que pour un panier ouvert. Choisissez un autre moyen de paiement.",
    placing_elsewhere: "La commande est en cours dans une autre fenêtre. Patientez un moment, puis vérifiez à nouveau.",
    invoice_differs:
      "{operator} a renvoyé un autre montant pour ce panier. Nous ne pouvons donc pas proposer de contrat. Contactez {contact} ou choisissez un autre moyen de paiement.",
    store_payment_locked: "Cette commande est payée par une location. Son paiement ne peut pas être recommencé.",
    service_busy:
      "Le service de location est surchargé et ne prend plus d’appels pour le moment. Rien n’a changé. Réessayez dans une minute.",
    service_unreachable: "Le service de location n’a pas répondu. Rien n’a changé. Réessayez.",
    awaiting: "{operator} n’a pas encore confirmé votre contrat. Votre commande sera expédiée ensuite.",
    payment_closing:
      "Un paiement précédent de ce panier est encore en cours de clôture. Rien n’a été commandé. Choisissez à nouveau la location avec option d’achat ou réessayez dans quelques minutes.",
    answer_lost: "Le service de location n’a pas répondu à temps. Rien n’a été signé ni débité. Réessayez.",
    service_refused: "Le service de location a refusé : {reason}. Rien n’a changé.",
    busy: "Une autre action est en cours pour cette location. Patientez un moment, puis réessayez.",
    cart_not_found: "Ce panier est introuvable. Rechargez la page.",
    order_not_found: "Cette commande est introuvable.",
    cart_finished: "Ce panier est déjà une commande.",
    cart_of_customer: "Ce panier appartient à un compte. Connectez-vous pour continuer.",
    body_invalid: "La requête n’a pas pu être lue. Envoyez un objet JSON.",
    body_too_large: "La requête est trop volumineuse.",
    widget_token: "La demande de cette fenêtre est terminée. Rien n’a changé. Ouvrez à nouveau la demande.",
    widget_elsewhere:
      "Une demande pour ce panier est ouverte dans une autre fenêtre ou un autre navigateur. Continuez-y, réessayez dans une demi-heure ou choisissez un autre moyen de paiement.",
    widget_late:
      "Vous avez peut-être une location, mais ce panier ne peut plus l’utiliser. Ne refaites pas de demande et n’utilisez pas sa carte virtuelle. Contactez {contact}. Référence : {reference}.",
    widget_empty:
      "Nous n’avons pas pu faire confirmer votre location par {operator}. Ne refaites pas de demande. Contactez {contact}. Référence : {reference}.",
    widget_signed: "Votre contrat pour ce panier est déjà signé. Passez maintenant la commande.",
    contract_not_closed:
      "Votre contrat précédent pour ce panier n’a pas pu être clôturé. Rien n’a changé. Terminez-le ou contactez {contact}.",
    lease_card_issued: "Votre location est prête. Payez avec sa carte virtuelle ou contactez {contact}.",
    card_mismatch:
      "Votre panier a changé depuis l’émission de votre carte virtuelle. Rétablissez le panier ou contactez {contact}.",
    widget_blocked: "La demande n’a pas pu s’ouvrir. Réessayez ou choisissez un autre moyen de paiement.",
    widget_fields:
      "La location avec option d’achat n’est pas utilisable sur cette page. Choisissez un autre moyen de paiement.",
    widget_failed:
      "{operator} n’a pas pu terminer la demande. Réessayez ou contactez {contact}. Référence : {reference}.",
    widget_saving: "Gardez cette page ouverte. Nous enregistrons votre location.",
    card_declined: "La carte virtuelle a été refusée. Réessayez encore une fois ou contactez {contact}.",
    store_unreachable: "Nous n’avons pas pu joindre la boutique. Vérifiez votre connexion et réessayez.",
    unexpected_answer:
      "La boutique a donné une réponse que cette page ne sait pas lire. Réessayez ou choisissez un autre moyen de paiement.",
    refused: "La commande n’a pas pu être passée. Rien ne sera expédié.",
  },
  reasons: {
    "cart-over-limit": "le total dépasse le montant accordé",
    "cart-under-minimum": "le total est inférieur à la plus petite location possible",
    "item-not-leasable": "un article ne peut pas être loué",
    "wrong-state": "la location est dans un autre état",
    "approval-expired": "l’accord a expiré",
    "contracts-expired": "le contrat a expiré",
    none: "le service n’a donné aucune raison",
  },
  problems: {
    required: "Veuillez remplir ce champ.",
    choice: "Choisissez une des options.",
    format: "Veuillez vérifier ce champ.",
    money: "Indiquez des dollars entiers, par exemple 4200.",
    service: "Le service de location ne l’a pas accepté.",
    version: "Lisez et acceptez le texte actuel.",
    consent: "Veuillez confirmer ce point.",
    "customer.emailAddress": "Indiquez une adresse e-mail, par exemple nom@example.com.",
    "customer.cellPhone": "Indiquez un numéro de téléphone à 10 chiffres.",
    "customer.birthdate": "Indiquez votre date de naissance. Vous devez avoir 18 ans ou plus.",
    "customer.ssn": "Indiquez les 9 chiffres d’un numéro de sécurité sociale américain ou d’un ITIN.",
    "customer.homeAddress.state": "Indiquez les deux lettres d’un État, par exemple TX.",
    "customer.homeAddress.zip": "Indiquez un code postal à 5 chiffres.",
    "customer.grossIncomeMonthly": "Indiquez des dollars entiers par mois, par exemple 4200.",
    "customer.paymentFrequency.lastPayDate": "Indiquez une date qui existe.",
    "customer.paymentFrequency.nextPayDate": "Indiquez une date qui existe.",
    "bank.routingNumber": "Indiquez les 9 chiffres du numéro de routage.",
    "bank.accountNumber": "Indiquez de 4 à 17 chiffres.",
  },
  labels: {
    "About you": "À propos de vous",
    "First name": "Prénom",
    "Last name": "Nom",
    "E-mail address": "Adresse e-mail",
    "Mobile phone": "Téléphone mobile",
    "Date of birth": "Date de naissance",
    "Social Security number or ITIN": "Numéro de sécurité sociale américain ou ITIN",
    "Street address": "Adresse",
    "Apartment, suite (optional)": "Appartement, étage (facultatif)",
    City: "Ville",
    "State (two letters)": "État (deux lettres)",
    "Zip code": "Code postal",
    "Your income": "Vos revenus",
    "Monthly income before taxes": "Revenu mensuel avant impôts",
    "How often you are paid": "Fréquence de votre paie",
    "Every week": "Chaque semaine",
    "Every two weeks": "Toutes les deux semaines",
    "Twice a month": "Deux fois par mois",
    "Every month": "Chaque mois",
    "Last payday": "Dernier jour de paie",
    "Next payday": "Prochain jour de paie",
    "Your bank account": "Votre compte bancaire",
    "Routing number": "Numéro de routage de la banque",
    "Account number": "Numéro de compte",
  },
  figures: {
    invoiceTotal: "Articles et livraison",
    cashPrice: "Prix au comptant",
    invoiceRemaining: "Montant de la location",
    costOfLease: "Coût de la location",
    effectiveLeaseBalance: "Solde de la location",
    initialBalance: "Solde avec le premier paiement",
    initialPaymentAmount: "Premier paiement",
    ninetyDayBuyout: "Prix d’achat pendant les 90 premiers jours",
    depositAmount: "Dépôt",
    depositSalesTax: "Taxe de vente sur le dépôt",
    depositNet: "Dépôt hors taxe",
    totalNumberOfPayment: "Nombre de paiements",
    paymentFrequency: "Fréquence des paiements",
    termInMonths: "Durée en mois",
    nextPaymentDate: "Prochain paiement",
    periodicPaymentAmount: "Chaque paiement",
    totalLeasePrice: "Total de la location",
    sumOfAllPayments: "Total de tous les paiements",
    totalDueAtSigning: "À payer à la signature",
    totalRetailerDeliveryFees: "Livraison",
    salesTaxRate: "Taux de la taxe de vente",
    estimatedTax: "Taxe estimée",
    totalTax: "Total des taxes",
    initialBalancePlusEstimatedTax: "Solde avec le premier paiement et la taxe estimée",
    weekly: "Chaque semaine",
    biWeekly: "Toutes les deux semaines",
    semiMonthly: "Deux fois par mois",
    monthly: "Chaque mois",
  },
  steps: {
    unavailable: "Indisponible pour ce panier",
    intro: "Avant votre demande",
    in_progress: "Demande déjà faite",
    form: "Votre demande",
    deciding: "En attente d’une décision",
    undecided: "Pas encore de décision",
    denied: "Demande refusée",
    over_limit: "Votre accord est inférieur au panier",
    offer: "Votre demande est acceptée",
    new_contract: "Signez votre nouveau contrat",
    cart_changed: "Votre panier a changé",
    settling: "Votre contrat est signé",
    confirming: "Votre commande est en cours",
    ready: "Votre contrat est signé",
    order_failed: "Votre commande n’est pas encore passée",
    contract_mismatch: "Ce panier n’est pas celui de votre contrat",
    card: "Payez avec votre carte virtuelle",
    placed: "Votre commande est passée",
  },
  screens: {
    method: "Location avec option d’achat",
    method_about:
      "Payez dans le temps. Au total, plus cher que le prix au comptant. Vous voyez le total avant de signer.",
    method_denied: "Refusée pour ce panier.",
    is_a_lease:
      "C’est une location, pas un prêt. Les articles appartiennent à {operator} jusqu’à ce que vous ayez fait tous les paiements ou que vous les ayez achetés avant.",
    costs_more: "L’ensemble des paiements dépasse le prix au comptant. Vous voyez les deux montants avant de signer.",
    who_decides:
      "{operator} décide, le plus souvent en moins d’une minute. Préparez votre numéro de sécurité sociale américain ou votre ITIN, vos revenus et votre compte bancaire. Cette boutique transmet vos réponses et n’en garde aucune.",
    free_to_choose: "Jusqu’à la signature, vous pouvez à tout moment choisir un autre moyen de paiement.",
    named: "{name} : {words}",
    check_fields: "Veuillez vérifier ces champs :",
    consent: "Consentement",
    please_choose: "Veuillez choisir",
    leave_form: "Vous n’avez pas encore envoyé le formulaire. Ce que vous avez saisi sera perdu. Quitter quand même ?",
    waiting: "Un instant",
    keep_open: "Gardez cette page ouverte. Cela peut prendre une demi-minute.",
    nothing_new: "Rien n’a encore changé.",
    page_outdated:
      "Cette page n’est plus à jour. Rechargez-la ou choisissez un autre moyen de paiement. Si vous avez signé, contactez d’abord {contact}.",
    questions: "Des questions ? {operator} : {contact}",
    approved_amount: "Votre accord va jusqu’à {amount}.",
    approved_until: "Votre accord est valable jusqu’au {until}.",
    approval_ends: "Votre accord prend fin le {until}. Signez avant cette date.",
    approval_elsewhere:
      "Vous avez obtenu un accord avec un autre panier. Vous pouvez l’utiliser ici sans nouvelle demande. L’offre de l’autre panier prend alors fin.",
    code: "Code reçu par e-mail",
    code_heading: "Saisissez votre code",
    code_again: "Un autre code a été demandé. Le précédent n’est plus valable.",
    or_apply: "Ou faites une demande avec ce panier :",
    over_heading: "Votre accord est peut-être arrivé à échéance",
    second_heading: "Faites une demande à une autre société",
    offer_updated: "Votre panier a changé depuis l’offre. Nous avons mis l’offre à jour : {old} → {new}.",
    cash_price: "Prix au comptant de ce panier",
    due_today: "À payer aujourd’hui",
    then_payments: "Puis {payments} paiements",
    last_payment: "le dernier de {amount}",
    total_to_own: "Total pour devenir propriétaire",
    over_months: "sur {months} mois",
    over_cash: "En plus du prix au comptant de {cash}",
    early_purchase: "Prix si vous achetez dans les {days} jours",
    tax_today: "La taxe de vente de {amount} est comprise dans ce que vous payez aujourd’hui.",
    tax_in_order:
      "La taxe de vente de {amount} fait partie de cette commande. Votre contrat indique quand vous la payez.",
    tax_none: "Il n’y a pas de taxe de vente sur cette commande.",
    tax_by_operator: "{operator} ajoute la taxe de vente à vos paiements là où elle est due.",
    all_figures: "Tous les chiffres",
    terms: "Vous lisez les conditions exactes dans le contrat avant de signer.",
    checking: "Vérification de votre signature…",
    pricing: "Préparation de votre offre…",
    placing: "Passage de votre commande…",
    differs: "Ces articles ne correspondent pas à votre contrat :",
    difference: "signé {signed}, maintenant {now}",
    differs_elsewhere: "Les articles sont les mêmes. La livraison, l’adresse ou un prix est différent.",
    sign_later:
      "Vous pouvez fermer cette page et signer plus tard. Rien ne sera expédié avant. Si vous ne voulez pas de cette modification, ne signez pas et adressez-vous à la boutique.",
    order_goes_on: "Votre commande se poursuit. Vous pouvez fermer cette page.",
    send_again_in: "Vous pourrez la renvoyer dans {seconds} secondes.",
    signed_for: "Montant signé",
    this_cart: "Ce panier",
    paid_to: "Vous payez {operator}, pas cette boutique. Questions sur les paiements : {contact}.",
    reference: "Référence de la location",
    hosted_method: "Location avec option d’achat : {operator}",
    hosted_about:
      "Faites la demande et signez dans la fenêtre {operator}. Au total, plus cher que le prix au comptant.",
    hosted_opening: "Ouverture de la demande…",
    hosted_open: "Continuez dans la fenêtre {operator}.",
    hosted_silent: "Vous ne voyez pas la fenêtre {operator} ? Réessayez ou choisissez un autre moyen de paiement.",
    card_filled: "Carte virtuelle •••• {last4}, pour cette commande uniquement.",
    card_gone: "Votre location est signée et enregistrée. Ouvrez à nouveau la demande pour remplir la carte virtuelle.",
  },
  buttons: {
    start: "Commencer la demande",
    apply: "Envoyer la demande",
    show: "Afficher",
    hide: "Masquer",
    look: "Vérifier à nouveau",
    send_again: "Renvoyer le formulaire",
    ask_code: "J’ai déjà un accord : m’envoyer un code",
    ask_again: "Envoyer un autre code",
    use_approval: "Utiliser votre accord",
    offer: "Voir l’offre",
    sign: "Lire et signer",
    continue_signing: "Continuer à signer",
    signed: "J’ai signé",
    place: "Passer la commande",
    retry: "Réessayer",
    restore: "Rétablir le panier et commander",
    to_cart: "Aller au panier",
    change_cart: "Modifier le panier",
    open_widget: "Ouvrir la demande",
    pay_card: "Payer {amount} avec la carte virtuelle",
    other: "Choisir un autre moyen de paiement",
  },
  contract: {
    title: "Votre contrat de location",
    frame: "Contrat de location",
    close: "Fermer",
    finished: "J’ai fini de signer",
    new_tab: "Ouvrir dans un nouvel onglet",
    retry: "Réessayer",
    signatures: "{signed} signatures sur {of}",
    all_signed: "Tout est signé. Envoyez le contrat pour terminer.",
    card: "La carte a été refusée. Essayez-en une autre.",
    payment_failed: "Le premier paiement n’a pas abouti. Rien n’est encore expédié. Réessayez dans le contrat.",
    slow: "C’est plus long que d’habitude. Réessayez ou ouvrez le contrat dans un nouvel onglet.",
    not_signed: "Votre contrat n’est pas encore signé. Fermer quand même ?",
    keep_signing: "Continuer à signer",
    close_anyway: "Fermer quand même",
  },
}

/** French. */
export const fr: Dictionary = /* @__PURE__ */ createDictionary("fr", texts)
