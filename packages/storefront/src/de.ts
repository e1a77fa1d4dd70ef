import { createDictionary, type Dictionary } from "./dictionary.js"
import type { Texts } from "./texts.js"

export { messageDe } from "./message-de.js"
export { orderDe } from "./order-de.js"

const texts: Texts = {
  codes: {
    unavailable_items: "Nicht verfügbar mit diesen Artikeln im Warenkorb: {items}.",
    unavailable_place: "Nicht verfügbar bei Lieferung nach {place}.",
    unavailable_currency: "Nicht verfügbar in {currency}.",
    unavailable_tax:
      "Mit {operator} enthalten Mietkauf-Bestellungen keine Umsatzsteuer. Wählen Sie eine andere Zahlungsart.",
    unavailable_minimum: "Verfügbar für Bestellungen ab {amount}.",
    unavailable_maximum: "Verfügbar für Bestellungen bis {amount}.",
    unavailable_incomplete: "Geben Sie zuerst Ihre Adresse ein und wählen Sie eine Versandart.",
    unavailable_off: "Mietkauf ist zurzeit nicht verfügbar.",
    unavailable_account:
      "Mietkauf wird für diese Region oder diesen Vertriebskanal nicht angeboten. Wählen Sie eine andere Zahlungsart.",
    service_down:
      "Mietkauf ist gerade nicht verfügbar, weil {operator} nicht antwortet. Es ist nichts verloren. Versuchen Sie es in einigen Minuten noch einmal oder wählen Sie eine andere Zahlungsart.",
    consent_required: "Bitte bestätigen Sie die unten markierten Punkte.",
    form_invalid: "Bitte prüfen Sie die unten markierten Felder.",
    too_many_attempts:
      "Bitte warten Sie einen Tag, bevor Sie einen neuen Antrag stellen, oder wählen Sie eine andere Zahlungsart.",
    too_many_attempts_for_cart:
      "Für diesen Warenkorb ist kein weiterer Antrag möglich. Wählen Sie eine andere Zahlungsart.",
    too_many_from_network:
      "Aus Ihrem Netz kamen heute zu viele Anträge. Es wurde nichts gesendet. Versuchen Sie es morgen noch einmal oder wählen Sie eine andere Zahlungsart.",
    too_many_for_email:
      "Mit dieser E-Mail-Adresse wurden heute zu viele Anträge gesendet. Es wurde nichts gesendet. Melden Sie sich in Ihrem Konto an, versuchen Sie es morgen noch einmal oder wählen Sie eine andere Zahlungsart.",
    asked_too_often:
      "Es gab zu viele Anfragen. Es wurde nichts geändert. Versuchen Sie es in {minutes} Minuten noch einmal.",
    attempt_refused: "Dieser Antrag wurde nicht angenommen. Prüfen Sie das Formular und senden Sie es noch einmal.",
    wait_before_retry:
      "Wir warten noch auf eine Entscheidung. In einer Minute können Sie das Formular noch einmal senden.",
    application_open:
      "Sie haben für diesen Warenkorb schon einen Antrag gestellt. Machen Sie mit diesem Antrag weiter.",
    application_other_order:
      "Ihre Genehmigung gehört schon zu einer anderen Bestellung. Schließen Sie zuerst diese ab oder stornieren Sie sie.",
    code_sent:
      "Wenn mit dieser E-Mail-Adresse ein Antrag genehmigt wurde, ist ein Code dorthin unterwegs. Geben Sie ihn innerhalb von {minutes} Minuten hier ein. Kommt keiner an, melden Sie sich in dem Konto an, mit dem Sie den Antrag gestellt haben.",
    code_unavailable:
      "Dieser Shop kann keine Codes per E-Mail senden. Es wurde nichts gesendet. Melden Sie sich in dem Konto an, mit dem Sie den Antrag gestellt haben, stellen Sie mit diesem Warenkorb einen Antrag oder wählen Sie eine andere Zahlungsart.",
    code_no_email: "Geben Sie zuerst Ihre E-Mail-Adresse für diesen Warenkorb ein. Der Code wird dorthin gesendet.",
    too_many_codes:
      "Heute wurden zu viele Codes angefordert. Es wurde nichts gesendet. Versuchen Sie es morgen noch einmal, melden Sie sich in dem Konto an, mit dem Sie den Antrag gestellt haben, oder wählen Sie eine andere Zahlungsart.",
    code_not_asked:
      "In diesem Browser wurde für diesen Warenkorb kein Code angefordert. Fordern Sie hier zuerst einen an.",
    code_wrong:
      "Dieser Code stimmt nicht. Es wurde nichts geändert. Sehen Sie in der E-Mail nach oder fordern Sie einen anderen Code an.",
    code_expired: "Dieser Code ist abgelaufen. Es wurde nichts geändert. Fordern Sie einen anderen an.",
    code_tries:
      "Es wurden zu oft falsche Codes eingegeben. Es wurde nichts geändert. Fordern Sie einen anderen Code an.",
    code_used: "Dieser Code wurde schon benutzt. Laden Sie die Seite neu, um weiterzumachen.",
    code_other_email:
      "Die E-Mail-Adresse dieses Warenkorbs hat sich geändert, seit Sie den Code angefordert haben. Fordern Sie einen anderen an.",
    undecided:
      "{operator} hat nicht geantwortet. Deshalb wissen wir nicht, ob Ihr Antrag angekommen ist. Es wurde nichts abgebucht. In einer Minute können Sie ihn noch einmal senden. Referenz: {reference}.",
    pending:
      "{operator} prüft Ihren Antrag. Es wurde nichts abgebucht. Sie können diese Seite verlassen und sie später in diesem Browser wieder öffnen. Referenz: {reference}.",
    denied:
      "Ihr Antrag wurde diesmal nicht genehmigt. Mehr erfahren Sie hier: {operator}, {contact}. Sie können eine andere Zahlungsart wählen. Auch eine andere Person kann einen Antrag stellen. Tragen Sie dafür zuerst deren E-Mail-Adresse im Warenkorb ein.",
    second_look:
      "{former} hat Ihren Antrag nicht genehmigt. Näheres erfahren Sie bei {former}: {contact}. Sie können jetzt einen Antrag bei {operator} stellen, einem anderen Unternehmen. Dorthin wurde noch nichts gesendet. Lesen Sie unten dessen Bedingungen, stimmen Sie ihnen zu und füllen Sie das Formular noch einmal aus. Oder wählen Sie eine andere Zahlungsart.",
    not_approved: "Für diesen Warenkorb ist noch kein Antrag genehmigt. Stellen Sie zuerst einen Antrag.",
    no_offer: "Für diesen Warenkorb gibt es noch kein Angebot. Holen Sie zuerst ein Angebot ein.",
    no_application: "Sie haben für diesen Warenkorb noch keinen Antrag gestellt.",
    expired:
      "Ihre Genehmigung ist abgelaufen. Es wurde nichts unterschrieben und nichts abgebucht. Stellen Sie einen neuen Antrag oder wählen Sie eine andere Zahlungsart.",
    no_approval:
      "Wir haben keine Genehmigung gefunden, die Sie mit diesem Warenkorb nutzen können. Vielleicht ist sie abgelaufen, oder ein anderer Warenkorb nutzt sie. Stellen Sie mit diesem Warenkorb einen Antrag oder wählen Sie eine andere Zahlungsart.",
    approval_over:
      "Nach unseren Unterlagen ist Ihre Genehmigung abgelaufen. Sie können trotzdem versuchen zu unterschreiben. Nimmt {operator} sie nicht mehr an, stellen Sie einen neuen Antrag.",
    over_limit:
      "Genehmigt sind bis zu {approved}. Dieser Warenkorb kostet {total} vor Steuern. Ändern Sie den Warenkorb oder wählen Sie eine andere Zahlungsart.",
    cart_refused:
      "{operator} konnte diesen Warenkorb nicht annehmen: {reason}. Ändern Sie den Warenkorb oder wählen Sie eine andere Zahlungsart.",
    cart_changed:
      "Ihr Warenkorb hat sich seit dem Angebot geändert. Holen Sie ein neues Angebot ein, bevor Sie unterschreiben.",
    contract_mismatch:
      "Ihr Warenkorb hat sich seit Ihrer Unterschrift geändert. Stellen Sie ihn wieder her oder bitten Sie {operator}, den Vertrag zu stornieren: {contact}.",
    recipient_mismatch:
      "Ihr Vertrag nennt einen anderen Namen, eine andere Adresse, Telefonnummer oder E-Mail-Adresse als jetzt Ihr Warenkorb. Es wurde nichts bestellt und es ist nichts verloren. Stellen Sie die Angaben wieder her oder fragen Sie hier nach einem neuen Vertrag: {contact}.",
    contract_unavailable:
      "Der Vertrag ließ sich nicht öffnen. Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlungsart.",
    contract_key:
      "Mit diesem Warenkorb wurde schon ein Antrag gestellt. Weiter geht es nur in dem Browser oder dem Konto, aus dem der Antrag kam. Wenn Sie das nicht waren, legen Sie die Artikel in einen neuen Warenkorb oder wählen Sie eine andere Zahlungsart.",
    not_orderable:
      "Dieser Warenkorb kann zurzeit nicht bestellt werden: {reason} Es wurde nichts unterschrieben. Ändern Sie den Warenkorb oder wählen Sie eine andere Zahlungsart.",
    not_sold: "Nicht mehr im Verkauf: {items}.",
    out_of_stock: "In dieser Menge nicht vorrätig: {items}.",
    shipping_gone: "Keine gewählte Versandart liefert: {items}.",
    provider_off: "Mietkauf ist in diesem Shop ausgeschaltet.",
    not_priced: "Ein Artikel im Warenkorb hat zurzeit keinen Preis.",
    store_declined: "Der Shop meldet: {words}",
    not_checked:
      "Der Shop konnte diesen Warenkorb nicht prüfen. Es wurde nichts unterschrieben. Versuchen Sie es noch einmal.",
    already_signed: "Ihr Vertrag ist unterschrieben. Bestellen Sie jetzt.",
    not_signed: "Ihr Vertrag ist noch nicht unterschrieben.",
    signature_pending:
      "Ihr Vertrag ist unterschrieben. {operator} hat Ihre erste Zahlung noch nicht bestätigt. Wir prüfen das weiter.",
    order_failed_signed:
      "Ihr Vertrag ist unterschrieben, aber die Bestellung ist nicht gelungen: {reason} Vorher wird nichts versandt. Versuchen Sie es noch einmal. Referenz: {reference}.",
    store_unavailable:
      "Der Shop konnte das gerade nicht tun. Es ist nichts verloren. Versuchen Sie es in einer Minute noch einmal.",
    order_delayed:
      "Der Shop ist stark ausgelastet und konnte die Bestellung gerade nicht abschließen. Es ist nichts verloren. Ihr Vertrag ist unterschrieben, und der Shop bestellt in wenigen Minuten. Sie können es auch selbst noch einmal versuchen.",
    completion_failed: "Der Shop konnte die Bestellung nicht abschließen.",
    no_status:
      "{operator} hat uns Ihre Unterschrift nicht bestätigt. Es wurde nichts bestellt und es ist nichts verloren. Fragen Sie hier nach: {contact}.",
    lease_dead:
      "Der Vertrag für diesen Warenkorb gilt nicht mehr. Stellen Sie einen neuen Antrag oder wählen Sie eine andere Zahlungsart.",
    replacement_signed:
      "Ihr neuer Vertrag ist unterschrieben. Sie müssen nichts weiter tun. Der Shop schließt Ihre Bestellung ab.",
    replacement_refused:
      "{operator} hat Ihre geänderte Bestellung nicht angenommen: {reason}. Nichts wurde unterschrieben oder abgebucht, und Ihre Bestellung bleibt bestehen. Versuchen Sie es in einigen Minuten noch einmal, oder fragen Sie den Shop.",
    replacement_over_limit:
      "Genehmigt sind bis zu {approved}. Ihre geänderte Bestellung kostet {total} vor Steuern. Nichts wurde unterschrieben oder abgebucht, und Ihre Bestellung bleibt bestehen. Fragen Sie den Shop.",
    replacement_expired:
      "Ihre Genehmigung ist abgelaufen. Nichts wurde unterschrieben oder abgebucht, und Ihre Bestellung bleibt bestehen. Fragen Sie den Shop.",
    replacement_differs:
      "{operator} hat für Ihre geänderte Bestellung einen anderen Betrag genannt. Nichts wurde unterschrieben oder abgebucht, und Ihre Bestellung bleibt bestehen. Fragen Sie den Shop.",
    replacement_unavailable:
      "Der neue Vertrag Ihrer Bestellung kann gerade nicht gezeigt werden. Nichts wurde unterschrieben oder abgebucht, und Ihre Bestellung bleibt bestehen. Versuchen Sie es in einigen Minuten noch einmal, oder fragen Sie den Shop.",
    contract_replaced:
      "Der Shop hat Ihre Bestellung geändert, und Ihr bisheriger Vertrag ist storniert. Unterschreiben Sie den neuen, dann geht Ihre Bestellung weiter. Ein neuer Antrag ist nicht nötig.",
    order_placed: "Diese Bestellung ist schon aufgegeben.",
    no_open_cart: "Mietkauf ist nur für offene Warenkörbe möglich. Wählen Sie eine andere Zahlungsart.",
    placing_elsewhere:
      "Die Bestellung läuft in einem anderen Fenster. Warten Sie kurz und prüfen Sie dann noch einmal.",
    invoice_differs:
      "{operator} hat für diesen Warenkorb einen anderen Betrag genannt. Deshalb können wir keinen Vertrag anbieten. Fragen Sie hier nach: {contact}. Oder wählen Sie eine andere Zahlungsart.",
    store_payment_locked:
      "Diese Bestellung wird mit einem Mietkauf bezahlt. Ihre Zahlung kann nicht neu begonnen werden.",
    service_busy:
      "Der Mietkauf-Dienst ist ausgelastet und nimmt zurzeit keine Aufrufe an. Es wurde nichts geändert. Versuchen Sie es in einer Minute noch einmal.",
    service_unreachable:
      "Der Mietkauf-Dienst hat nicht geantwortet. Es wurde nichts geändert. Versuchen Sie es noch einmal.",
    awaiting: "{operator} hat Ihren Vertrag noch nicht bestätigt. Danach wird Ihre Bestellung versandt.",
    payment_closing:
      "Eine frühere Zahlung für diesen Warenkorb wird noch geschlossen. Es wurde nichts bestellt. Wählen Sie Mietkauf noch einmal aus oder versuchen Sie es in einigen Minuten.",
    answer_lost:
      "Der Mietkauf-Dienst hat nicht rechtzeitig geantwortet. Es wurde nichts unterschrieben und nichts abgebucht. Versuchen Sie es noch einmal.",
    service_refused: "Der Mietkauf-Dienst hat das abgelehnt: {reason}. Es wurde nichts geändert.",
    busy: "Für diesen Mietkauf läuft gerade ein anderer Vorgang. Warten Sie kurz und versuchen Sie es noch einmal.",
    cart_not_found: "Dieser Warenkorb wurde nicht gefunden. Laden Sie die Seite neu.",
    order_not_found: "Diese Bestellung wurde nicht gefunden.",
    cart_finished: "Dieser Warenkorb ist schon eine Bestellung.",
    cart_of_customer: "Dieser Warenkorb gehört zu einem Konto. Melden Sie sich an, um weiterzumachen.",
    body_invalid: "Die Anfrage war nicht lesbar. Senden Sie ein JSON-Objekt.",
    body_too_large: "Die Anfrage ist zu groß.",
    widget_token:
      "Der Antrag in diesem Fenster ist beendet. Es wurde nichts geändert. Öffnen Sie den Antrag noch einmal.",
    widget_elsewhere:
      "Ein Antrag für diesen Warenkorb ist in einem anderen Fenster oder Browser offen. Machen Sie dort weiter, versuchen Sie es in einer halben Stunde noch einmal oder wählen Sie eine andere Zahlungsart.",
    widget_late:
      "Vielleicht besteht Ihr Mietkauf schon, aber dieser Warenkorb kann ihn nicht mehr nutzen. Stellen Sie keinen neuen Antrag und benutzen Sie seine virtuelle Karte nicht. Fragen Sie hier nach: {contact}. Referenz: {reference}.",
    widget_empty:
      "{operator} hat uns Ihren Mietkauf nicht bestätigt. Stellen Sie keinen neuen Antrag. Fragen Sie hier nach: {contact}. Referenz: {reference}.",
    widget_signed: "Ihr Vertrag für diesen Warenkorb ist schon unterschrieben. Bestellen Sie jetzt.",
    contract_not_closed:
      "Ihr früherer Vertrag für diesen Warenkorb ließ sich nicht schließen. Es wurde nichts geändert. Schließen Sie ihn ab oder fragen Sie hier nach: {contact}.",
    lease_card_issued:
      "Ihr Mietkauf ist bereit. Zahlen Sie mit seiner virtuellen Karte oder fragen Sie hier nach: {contact}.",
    card_mismatch:
      "Ihr Warenkorb hat sich geändert, seit Ihre virtuelle Karte ausgestellt wurde. Stellen Sie ihn wieder her oder fragen Sie hier nach: {contact}.",
    widget_blocked:
      "Der Antrag ließ sich nicht öffnen. Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlungsart.",
    widget_fields: "Mietkauf ist auf dieser Seite nicht möglich. Wählen Sie eine andere Zahlungsart.",
    widget_failed:
      "{operator} konnte den Antrag nicht abschließen. Versuchen Sie es noch einmal oder fragen Sie hier nach: {contact}. Referenz: {reference}.",
    widget_saving: "Bitte lassen Sie diese Seite offen. Wir speichern Ihren Mietkauf.",
    card_declined:
      "Die virtuelle Karte wurde abgelehnt. Versuchen Sie es noch einmal oder fragen Sie hier nach: {contact}.",
    store_unreachable:
      "Wir konnten den Shop nicht erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    unexpected_answer:
      "Der Shop hat etwas geantwortet, das diese Seite nicht lesen kann. Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlungsart.",
    refused: "Die Bestellung ist nicht gelungen. Es wird nichts versandt.",
  },
  reasons: {
    "cart-over-limit": "die Summe liegt über dem genehmigten Betrag",
    "cart-under-minimum": "die Summe liegt unter dem kleinsten Mietkauf",
    "item-not-leasable": "ein Artikel kann nicht gemietet werden",
    "wrong-state": "der Mietkauf ist in einem anderen Zustand",
    "approval-expired": "die Genehmigung ist abgelaufen",
    "contracts-expired": "der Vertrag ist abgelaufen",
    none: "der Dienst hat keinen Grund genannt",
  },
  problems: {
    required: "Bitte füllen Sie dieses Feld aus.",
    choice: "Wählen Sie eine der Möglichkeiten.",
    format: "Bitte prüfen Sie diese Angabe.",
    money: "Geben Sie ganze Dollar ein, zum Beispiel 4200.",
    service: "Der Mietkauf-Dienst hat das nicht angenommen.",
    version: "Lesen und bestätigen Sie den aktuellen Text.",
    consent: "Bitte bestätigen Sie das.",
    "customer.emailAddress": "Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.",
    "customer.cellPhone": "Geben Sie eine Telefonnummer mit 10 Ziffern ein.",
    "customer.birthdate": "Geben Sie Ihr Geburtsdatum ein. Sie müssen mindestens 18 Jahre alt sein.",
    "customer.ssn": "Geben Sie die 9 Ziffern einer US-Sozialversicherungsnummer oder ITIN ein.",
    "customer.homeAddress.state": "Geben Sie die zwei Buchstaben eines Bundesstaats ein, zum Beispiel TX.",
    "customer.homeAddress.zip": "Geben Sie eine Postleitzahl mit 5 Ziffern ein.",
    "customer.grossIncomeMonthly": "Geben Sie ganze Dollar im Monat ein, zum Beispiel 4200.",
    "customer.paymentFrequency.lastPayDate": "Geben Sie ein Datum ein, das es gibt.",
    "customer.paymentFrequency.nextPayDate": "Geben Sie ein Datum ein, das es gibt.",
    "bank.routingNumber": "Geben Sie die 9 Ziffern der Bankleitzahl ein.",
    "bank.accountNumber": "Geben Sie 4 bis 17 Ziffern ein.",
  },
  labels: {
    "About you": "Über Sie",
    "First name": "Vorname",
    "Last name": "Nachname",
    "E-mail address": "E-Mail-Adresse",
    "Mobile phone": "Mobiltelefon",
    "Date of birth": "Geburtsdatum",
    "Social Security number or ITIN": "US-Sozialversicherungsnummer oder ITIN",
    "Street address": "Straße und Hausnummer",
    "Apartment, suite (optional)": "Wohnung, Etage (freiwillig)",
    City: "Ort",
    "State (two letters)": "Bundesstaat (zwei Buchstaben)",
    "Zip code": "Postleitzahl",
    "Your income": "Ihr Einkommen",
    "Monthly income before taxes": "Monatseinkommen vor Steuern",
    "How often you are paid": "Wie oft Sie Lohn bekommen",
    "Every week": "Jede Woche",
    "Every two weeks": "Alle zwei Wochen",
    "Twice a month": "Zweimal im Monat",
    "Every month": "Jeden Monat",
    "Last payday": "Letzter Zahltag",
    "Next payday": "Nächster Zahltag",
    "Your bank account": "Ihr Bankkonto",
    "Routing number": "Bankleitzahl (Routing Number)",
    "Account number": "Kontonummer",
  },
  figures: {
    invoiceTotal: "Ware und Lieferung",
    cashPrice: "Barpreis",
    invoiceRemaining: "Mietkaufbetrag",
    costOfLease: "Kosten des Mietkaufs",
    effectiveLeaseBalance: "Restbetrag des Mietkaufs",
    initialBalance: "Betrag mit der ersten Zahlung",
    initialPaymentAmount: "Erste Zahlung",
    ninetyDayBuyout: "Kaufpreis in den ersten 90 Tagen",
    depositAmount: "Anzahlung",
    depositSalesTax: "Umsatzsteuer auf die Anzahlung",
    depositNet: "Anzahlung ohne Steuer",
    totalNumberOfPayment: "Anzahl der Zahlungen",
    paymentFrequency: "Wie oft Sie zahlen",
    termInMonths: "Laufzeit in Monaten",
    nextPaymentDate: "Nächste Zahlung",
    periodicPaymentAmount: "Jede Zahlung",
    totalLeasePrice: "Summe des Mietkaufs",
    sumOfAllPayments: "Summe aller Zahlungen",
    totalDueAtSigning: "Fällig bei Unterschrift",
    totalRetailerDeliveryFees: "Lieferung",
    salesTaxRate: "Umsatzsteuersatz",
    estimatedTax: "Geschätzte Steuer",
    totalTax: "Steuer insgesamt",
    initialBalancePlusEstimatedTax: "Betrag mit der ersten Zahlung und der geschätzten Steuer",
    weekly: "Jede Woche",
    biWeekly: "Alle zwei Wochen",
    semiMonthly: "Zweimal im Monat",
    monthly: "Jeden Monat",
  },
  steps: {
    unavailable: "Für diesen Warenkorb nicht verfügbar",
    intro: "Vor Ihrem Antrag",
    in_progress: "Antrag schon gestellt",
    form: "Ihr Antrag",
    deciding: "Warten auf eine Entscheidung",
    undecided: "Noch keine Entscheidung",
    denied: "Nicht genehmigt",
    over_limit: "Für weniger genehmigt",
    offer: "Ihr Antrag ist genehmigt",
    new_contract: "Neuen Vertrag unterschreiben",
    cart_changed: "Ihr Warenkorb hat sich geändert",
    settling: "Ihr Vertrag ist unterschrieben",
    confirming: "Ihre Bestellung läuft",
    ready: "Ihr Vertrag ist unterschrieben",
    order_failed: "Ihre Bestellung ist noch nicht aufgegeben",
    contract_mismatch: "Dieser Warenkorb ist nicht der aus Ihrem Vertrag",
    card: "Zahlen Sie mit Ihrer virtuellen Karte",
    placed: "Ihre Bestellung ist aufgegeben",
  },
  screens: {
    method: "Mietkauf",
    method_about:
      "Zahlen Sie nach und nach. Kostet insgesamt mehr als der Barpreis. Sie sehen die Summe, bevor Sie unterschreiben.",
    method_denied: "Für diesen Warenkorb nicht genehmigt.",
    is_a_lease:
      "Das ist eine Miete, kein Darlehen. Die Artikel gehören {operator}, bis Sie alle Zahlungen geleistet oder sie vorher gekauft haben.",
    costs_more: "Alle Zahlungen zusammen ergeben mehr als den Barpreis. Sie sehen beides, bevor Sie unterschreiben.",
    who_decides:
      "{operator} entscheidet, meist in weniger als einer Minute. Halten Sie Ihre US-Sozialversicherungsnummer oder ITIN, Ihr Einkommen und Ihr Bankkonto bereit. Dieser Shop gibt Ihre Angaben weiter und behält keine.",
    free_to_choose: "Bis zur Unterschrift können Sie jederzeit eine andere Zahlungsart wählen.",
    named: "{name}: {words}",
    check_fields: "Bitte prüfen Sie diese Felder:",
    consent: "Einwilligung",
    please_choose: "Bitte wählen",
    leave_form: "Sie haben das Formular noch nicht gesendet. Ihre Eingaben gehen verloren. Trotzdem verlassen?",
    waiting: "Einen Moment",
    keep_open: "Bitte lassen Sie diese Seite offen. Das kann eine halbe Minute dauern.",
    nothing_new: "Es hat sich noch nichts geändert.",
    page_outdated:
      "Diese Seite ist veraltet. Laden Sie sie neu oder wählen Sie eine andere Zahlungsart. Wenn Sie unterschrieben haben, fragen Sie zuerst hier nach: {contact}.",
    questions: "Fragen? {operator}: {contact}",
    approved_amount: "Ihre Genehmigung reicht bis {amount}.",
    approved_until: "Ihre Genehmigung gilt bis zum {until}.",
    approval_ends: "Ihre Genehmigung endet am {until}. Unterschreiben Sie vorher.",
    approval_elsewhere:
      "Ihr Antrag wurde mit einem anderen Warenkorb genehmigt. Sie können diese Genehmigung hier ohne neuen Antrag nutzen. Das Angebot für den anderen Warenkorb endet dann.",
    code: "Code aus der E-Mail",
    code_heading: "Geben Sie Ihren Code ein",
    code_again: "Ein anderer Code wurde angefordert. Der vorige gilt nicht mehr.",
    or_apply: "Oder stellen Sie mit diesem Warenkorb einen Antrag:",
    over_heading: "Ihre Genehmigung ist vielleicht abgelaufen",
    second_heading: "Antrag bei einem anderen Unternehmen",
    offer_updated: "Ihr Warenkorb hat sich seit dem Angebot geändert. Wir haben das Angebot angepasst: {old} → {new}.",
    cash_price: "Barpreis dieses Warenkorbs",
    due_today: "Heute fällig",
    then_payments: "Danach {payments} Zahlungen",
    last_payment: "die letzte {amount}",
    total_to_own: "Summe bis zum Eigentum",
    over_months: "über {months} Monate",
    over_cash: "Mehr als der Barpreis von {cash}",
    early_purchase: "Preis bei Kauf innerhalb von {days} Tagen",
    tax_today: "Die Umsatzsteuer von {amount} ist im heute fälligen Betrag enthalten.",
    tax_in_order: "Die Umsatzsteuer von {amount} ist Teil dieser Bestellung. Ihr Vertrag sagt, wann Sie sie zahlen.",
    tax_none: "Auf diese Bestellung fällt keine Umsatzsteuer an.",
    tax_by_operator: "{operator} rechnet die Umsatzsteuer zu Ihren Zahlungen dazu, wo sie anfällt.",
    all_figures: "Alle Zahlen",
    terms: "Die genauen Bedingungen lesen Sie im Vertrag, bevor Sie unterschreiben.",
    checking: "Ihre Unterschrift wird geprüft …",
    pricing: "Ihr Angebot wird geholt …",
    placing: "Ihre Bestellung wird aufgegeben …",
    differs: "Diese Artikel weichen von Ihrem Vertrag ab:",
    difference: "im Vertrag {signed}, jetzt {now}",
    differs_elsewhere: "Die Artikel sind dieselben. Die Lieferung, die Adresse oder ein Preis ist anders.",
    sign_later:
      "Sie können diese Seite schließen und später unterschreiben. Vorher wird nichts versandt. Wenn Sie die geänderte Bestellung nicht möchten, unterschreiben Sie nicht und fragen Sie den Shop.",
    order_goes_on: "Ihre Bestellung geht weiter. Sie können diese Seite schließen.",
    send_again_in: "In {seconds} Sekunden können Sie ihn noch einmal senden.",
    signed_for: "Betrag im Vertrag",
    this_cart: "Dieser Warenkorb",
    paid_to: "Sie zahlen an {operator}, nicht an diesen Shop. Fragen zu den Zahlungen: {contact}.",
    reference: "Referenz des Mietkaufs",
    hosted_method: "Mietkauf mit {operator}",
    hosted_about:
      "Stellen Sie den Antrag und unterschreiben Sie im Fenster von {operator}. Kostet insgesamt mehr als der Barpreis.",
    hosted_opening: "Der Antrag wird geöffnet …",
    hosted_open: "Machen Sie im Fenster von {operator} weiter.",
    hosted_silent:
      "Sehen Sie kein Fenster von {operator}? Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlungsart.",
    card_filled: "Virtuelle Karte •••• {last4}, nur für diese Bestellung.",
    card_gone:
      "Ihr Mietkauf ist unterschrieben und gespeichert. Öffnen Sie den Antrag noch einmal, um die virtuelle Karte einzutragen.",
  },
  buttons: {
    start: "Antrag beginnen",
    apply: "Antrag senden",
    show: "Anzeigen",
    hide: "Verbergen",
    look: "Noch einmal prüfen",
    send_again: "Formular noch einmal senden",
    ask_code: "Mein Antrag ist schon genehmigt: Code senden",
    ask_again: "Anderen Code senden",
    use_approval: "Ihre Genehmigung nutzen",
    offer: "Angebot ansehen",
    sign: "Lesen und unterschreiben",
    continue_signing: "Weiter unterschreiben",
    signed: "Ich habe unterschrieben",
    place: "Bestellung aufgeben",
    retry: "Noch einmal versuchen",
    restore: "Warenkorb wiederherstellen und bestellen",
    to_cart: "Zum Warenkorb",
    change_cart: "Warenkorb ändern",
    open_widget: "Antrag öffnen",
    pay_card: "{amount} mit der virtuellen Karte zahlen",
    other: "Andere Zahlungsart wählen",
  },
  contract: {
    title: "Ihr Mietkaufvertrag",
    frame: "Mietkaufvertrag",
    close: "Schließen",
    finished: "Ich habe alles unterschrieben",
    new_tab: "In neuem Tab öffnen",
    retry: "Noch einmal versuchen",
    signatures: "{signed} von {of} Unterschriften",
    all_signed: "Alles ist unterschrieben. Senden Sie den Vertrag ab.",
    card: "Die Karte wurde abgelehnt. Versuchen Sie es mit einer anderen.",
    payment_failed:
      "Die erste Zahlung ist nicht gelungen. Noch wird nichts versandt. Versuchen Sie es im Vertrag noch einmal.",
    slow: "Das dauert länger als sonst. Versuchen Sie es noch einmal oder öffnen Sie den Vertrag in einem neuen Tab.",
    not_signed: "Ihr Vertrag ist noch nicht unterschrieben. Trotzdem schließen?",
    keep_signing: "Weiter unterschreiben",
    close_anyway: "Trotzdem schließen",
  },
}

/** German. */
export const de: Dictionary = /* @__PURE__ */ createDictionary("de", texts)
