import { codesEs } from "./words/codes-es.js"
import { createDictionary, type Dictionary } from "./words/dictionary.js"
import { figuresEs } from "./words/figures-es.js"
import { offerEs } from "./words/offer-es.js"
import type { Texts } from "./words/texts.js"

const texts: Texts = {
  codes: {
    ...codesEs,
    unavailable_items: "No disponible con estos artículos en el carrito: {items}.",
    unavailable_tax:
      "Con {operator}, los pedidos en arrendamiento no llevan impuesto sobre las ventas. Elija otro método de pago.",
    unavailable_minimum: "Disponible si los artículos suman {amount} o más.",
    unavailable_maximum: "Disponible para pedidos de hasta {amount}.",
    unavailable_incomplete: "Primero escriba su dirección y elija un método de envío.",
    service_down:
      "El arrendamiento con opción a compra no está disponible ahora, porque {operator} no responde. No se perdió nada. Inténtelo otra vez en unos minutos o elija otro método de pago.",
    consent_required: "Confirme los puntos marcados abajo.",
    disclosure_required: "Antes de abrir el contrato, lea el texto de {operator} junto a las cifras y confírmelo.",
    form_invalid: "Revise los campos marcados abajo.",
    unavailable_home_state:
      "{operator} no arrienda a personas que viven en este estado. Su solicitud no se envió. Elija otro método de pago.",
    too_many_attempts: "Espere un día antes de volver a solicitarlo o elija otro método de pago.",
    too_many_attempts_for_cart: "Ya no puede hacer otra solicitud para este carrito. Elija otro método de pago.",
    too_many_from_network:
      "Hoy se enviaron demasiadas solicitudes desde su red. No se envió nada. Inténtelo de nuevo mañana o elija otro método de pago.",
    too_many_for_email:
      "Hoy se enviaron demasiadas solicitudes con esta dirección de correo. No se envió nada. Inicie sesión en su cuenta, inténtelo de nuevo mañana o elija otro método de pago.",
    too_many_for_order:
      "Hoy ya no puede hacer otra solicitud para este pedido. No se envió nada. Inténtelo mañana o pregunte a la tienda de qué otra forma puede pagar.",
    too_many_requests: "Hubo demasiados intentos. No se cambió nada. Inténtelo de nuevo en {minutes} minutos.",
    attempt_refused: "Esta solicitud no se aceptó. Revise el formulario y envíelo otra vez.",
    wait_before_retry: "Seguimos esperando una decisión. Podrá enviar el formulario otra vez en un minuto.",
    application_open: "Ya hizo una solicitud para este carrito. Continúe con ella.",
    application_other_order:
      "{operator} ya aprobó su solicitud, y esa aprobación pertenece a un pedido o a un contrato que usted firmó. No se firmó ni se cobró nada nuevo. Complete ese pedido o pida a la tienda que lo cancele. Si no reconoce ese pedido, comuníquese con {operator}: {contact}.",
    application_other_cart:
      "{operator} ya aprobó su solicitud, para otro carrito cuyo contrato todavía no está firmado. No se firmó ni se cobró nada nuevo. Para usar su aprobación con este carrito, inicie sesión en la cuenta con la que hizo la solicitud o pida aquí un código con el correo electrónico que usó entonces. Si no puede, comuníquese con la tienda. Allí pueden cancelar el otro contrato.",
    code_sent:
      "Si tiene una aprobación con este correo electrónico, le llegará un código. Escríbalo aquí en los próximos {minutes} minutos. Si no llega, inicie sesión en la cuenta con la que hizo la solicitud.",
    code_unavailable:
      "Esta tienda no puede enviar códigos por correo electrónico. No se envió nada. Inicie sesión en la cuenta con la que hizo la solicitud, haga la solicitud con este carrito o elija otro método de pago.",
    code_no_email: "Escriba primero su correo electrónico para este carrito. El código se envía a esa dirección.",
    too_many_codes:
      "Hoy se pidieron demasiados códigos. No se envió nada. Inténtelo mañana, inicie sesión en la cuenta con la que hizo la solicitud o elija otro método de pago.",
    too_many_codes_for_email:
      "Hoy se pidieron demasiados códigos para este correo electrónico. No se envió nada. Pida uno desde la conexión a internet con la que hizo la solicitud, inicie sesión en la cuenta con la que la hizo, inténtelo mañana o elija otro método de pago.",
    code_not_requested: "No se pidió ningún código en este navegador para este carrito. Pida uno aquí primero.",
    code_wrong: "El código no es correcto. No se cambió nada. Revise el correo o pida otro código.",
    code_expired: "Este código ya venció. No se cambió nada. Pida otro.",
    code_tries: "Se escribieron códigos incorrectos demasiadas veces. No se cambió nada. Pida otro código.",
    code_used: "Este código ya se usó. Recargue la página para continuar.",
    code_other_email: "El correo electrónico de este carrito cambió desde que pidió el código. Pida otro.",
    undecided:
      "{operator} no respondió, así que no sabemos si su solicitud llegó. No se le cobró nada. Después de un minuto puede enviarla otra vez. Referencia: {reference}.",
    pending:
      "{operator} está revisando su solicitud. No se le cobró nada. Puede salir de esta página y volver a abrirla en este navegador para continuar. Referencia: {reference}.",
    denied:
      "Su solicitud no se aprobó esta vez. Para más información, comuníquese con {operator}: {contact}. Puede elegir otro método de pago. Otra persona puede hacer la solicitud. Primero cambie el correo electrónico de este carrito por el de esa persona.",
    order_denied:
      "Su solicitud no se aprobó esta vez. Para más información, comuníquese con {operator}: {contact}. Su pedido se conserva. Pregunte a la tienda de qué otra forma puede pagar.",
    order_link_over:
      "Este enlace para arrendar su pedido ya no es válido y aquí no hay nada que firmar. Pregunte a la tienda cómo continuar con su pedido.",
    second_look:
      "{former} no aprobó su solicitud. Para más información, comuníquese con {former}: {contact}. Ahora puede hacer una solicitud a {operator}, que es otra empresa. Todavía no se le envió nada.",
    not_approved: "Este carrito aún no tiene una solicitud aprobada. Primero haga la solicitud.",
    no_offer: "Este carrito aún no tiene una oferta. Primero pida la oferta.",
    no_total:
      "{operator} no indicó el costo total de este arrendamiento, así que el contrato no se puede abrir. No se firmó ni se cobró nada. Inténtelo otra vez o comuníquese con {operator}: {contact}.",
    no_application: "Aún no ha hecho una solicitud para este carrito.",
    expired: "Su aprobación venció. No se firmó ni se cobró nada. Haga otra solicitud o elija otro método de pago.",
    no_approval:
      "No encontramos ninguna aprobación que pueda usar con este carrito. Puede que haya vencido o que ahora la use otro carrito. Haga la solicitud con este carrito o elija otro método de pago.",
    approval_over:
      "Según nuestros datos, su aprobación ya venció. Todavía puede intentar firmar. Si {operator} ya no la acepta, haga otra solicitud.",
    over_limit:
      "Su aprobación es de hasta {approved}. Este carrito suma {total} antes de impuestos. Cambie el carrito o elija otro método de pago.",
    cart_refused: "{operator} no pudo aceptar este carrito: {reason}. Cambie el carrito o elija otro método de pago.",
    cart_changed: "Su carrito cambió desde la oferta. Pida una oferta nueva antes de firmar.",
    contract_mismatch:
      "Su carrito cambió después de firmar. Déjelo como estaba o pida a {operator} que cancele el contrato: {contact}.",
    recipient_mismatch:
      "Su carrito ya no coincide con su contrato firmado: tiene {reason}. No se hizo ningún pedido y no se perdió nada. Déjelo como estaba o comuníquese con {contact} para obtener un contrato nuevo.",
    contract_unavailable: "No se pudo abrir el contrato. Inténtelo otra vez o elija otro método de pago.",
    contract_key:
      "Con este carrito ya se hizo una solicitud. Si fue usted, continúe en el navegador o en la cuenta desde donde se envió. Si no puede, comuníquese con la tienda. Allí pueden encontrar su arrendamiento por su correo electrónico, y nada de lo que firmó se pierde. Si no fue usted, ponga los artículos en un carrito nuevo o elija otro método de pago.",
    not_orderable:
      "Este carrito no se puede pedir en este momento: {reason} No se firmó nada. Cambie su carrito para continuar o elija otro método de pago.",
    not_sold: "Ya no se vende: {items}.",
    out_of_stock: "No hay existencias suficientes: {items}.",
    shipping_gone: "Los métodos de envío elegidos no pueden entregar: {items}.",
    promotion_used_up: "Este descuento ya no está disponible: {items}.",
    provider_off: "El arrendamiento con opción a compra está desactivado en la tienda.",
    not_priced: "Un artículo del carrito no tiene precio en este momento.",
    store_declined: "La tienda indica: {words}",
    not_checked:
      "La tienda no pudo verificar este carrito. No se firmó nada. Inténtelo otra vez. Si no se resuelve, comuníquese con la tienda.",
    already_signed: "Su contrato está firmado. Haga ahora el pedido.",
    not_signed: "Su contrato aún no está firmado.",
    order_not_ready:
      "Este carrito todavía no se puede pedir. No se cobró nada. Si acaba de firmar, no se perdió nada: continúe en el navegador donde firmó o inténtelo otra vez en un minuto.",
    signature_pending:
      "Su contrato está firmado. {operator} está confirmando su primer pago. No tiene que pagar otra vez. Lo verificamos al menos cada 30 segundos y su pedido sigue en cuanto se confirme, aunque cierre esta página.",
    signature_unconfirmed:
      "{operator} aún no ha confirmado su firma. No tiene que firmar ni pagar otra vez. Espere un minuto y elija «Ya firmé» para verificarlo de nuevo. Si falta algún paso, siga firmando.",
    order_failed_signed:
      "Su contrato está firmado, pero no se pudo hacer el pedido: {reason} Sin un pedido no se envía nada. Inténtelo otra vez. Si no se resuelve, comuníquese con la tienda. Referencia: {reference}.",
    order_delayed:
      "La tienda está muy ocupada y no pudo terminar el pedido en este momento. No se perdió nada. Su contrato está firmado, y la tienda hará el pedido en unos minutos. También puede intentarlo otra vez.",
    tax_is_back:
      "Con este método de pago se cobra el impuesto sobre las ventas, así que el total cambió. No se le cobró nada. Revise el total nuevo y haga el pedido otra vez.",
    restore_failed:
      "No se pudo restablecer todo. Puede que un artículo esté agotado o que un precio, un descuento o la entrega haya cambiado desde que firmó. No se hizo ningún pedido y su contrato no cambió.",
    separate_failed:
      "En este momento no se puede pedir por separado al mismo precio: {items}. No se cambió nada. Quite los artículos del carrito o elija otro método de pago.",
    put_back_failed: "No se pudo volver a poner en el carrito, por ejemplo porque está agotado: {items}.",
    completion_failed: "La tienda no pudo terminar el pedido.",
    store_refused:
      "Su contrato está firmado, pero la tienda no aceptó el pedido. No se perdió nada y no se envía nada. Comuníquese con la tienda e indique esta referencia: {reference}.",
    no_status:
      "No pudimos confirmar su firma con {operator}. El pedido no se hizo y no se perdió nada. Comuníquese con {contact}.",
    lease_dead:
      "El contrato de este carrito ya no está vigente y no se hizo ningún pedido. Elija otro método de pago o comuníquese con {operator}: {contact}.",
    replacement_signed: "Su contrato está firmado. No tiene que hacer nada más. La tienda está completando su pedido.",
    replacement_refused:
      "{operator} no aceptó su pedido: {reason}. No se firmó ni se cobró nada, y su pedido se conserva. Inténtelo de nuevo en unos minutos. Si no se resuelve, pregunte a la tienda.",
    replacement_over_limit:
      "Su aprobación es de hasta {approved}. Su pedido suma {total} antes de impuestos. No se firmó nada, y su pedido se conserva. Pida a la tienda que lo cambie.",
    replacement_expired:
      "Su aprobación venció, así que el contrato no se puede firmar. No se cobró nada, y su pedido se conserva. Pregunte a la tienda qué sigue.",
    replacement_differs:
      "{operator} indicó otro monto para su pedido, así que no podemos mostrar su contrato. No se firmó nada, y su pedido se conserva. Pregunte a la tienda.",
    replacement_unavailable:
      "El contrato de su pedido no se puede mostrar en este momento. No se firmó ni se cobró nada, y su pedido se conserva. Inténtelo de nuevo en unos minutos o pregunte a la tienda.",
    replacement_home_state:
      "{operator} no arrienda a personas que viven en este estado. Su solicitud no se envió y su pedido se conserva. Pregunte a la tienda de qué otra forma puede pagar.",
    contract_replaced:
      "La tienda cambió su pedido y su contrato anterior se canceló. Firme el nuevo y su pedido continuará. No tiene que hacer otra solicitud.",
    order_placed: "Este pedido ya se realizó.",
    no_open_cart: "El arrendamiento solo está disponible para carritos abiertos. Elija otro método de pago.",
    placing_elsewhere: "El pedido se está haciendo en otra ventana. Espere un momento y verifíquelo otra vez.",
    invoice_differs:
      "{operator} indicó otro monto para este carrito, así que no podemos ofrecerle un contrato. Comuníquese con {contact} o elija otro método de pago.",
    order_untaxed:
      "Este pedido se hizo sin impuesto sobre las ventas, porque lo cobra el operador de su arrendamiento. Solo puede pagarlo un arrendamiento, así que no se cobró nada. Para venderlo de otra forma, cancélelo y haga el pedido de nuevo.",
    link_untaxed:
      "Este borrador no lleva impuesto sobre las ventas, porque el cliente puede arrendarlo con un enlace. No se cobró ni se cambió nada. Para venderlo de otra forma, retire el enlace en la tarjeta Arrendamiento. Después se vuelve a agregar el impuesto.",
    draft_tax_is_back:
      "Se volvió a agregar el impuesto sobre las ventas a este borrador, porque ya no se puede arrendar con un enlace. No se cobró nada. Revise el total nuevo e inténtelo otra vez.",
    store_payment_locked: "Este pedido se paga con un arrendamiento. Su pago no se puede iniciar de nuevo.",
    service_busy:
      "El servicio de arrendamiento está demasiado ocupado en este momento. No se cambió nada. Inténtelo en un minuto.",
    service_unreachable: "El servicio de arrendamiento no respondió. No se cambió nada. Inténtelo otra vez.",
    awaiting: "{operator} aún está confirmando su contrato. Su pedido se envía después.",
    payment_closing:
      "Todavía se está cerrando un pago anterior de este carrito. No se hizo ningún pedido. Elija otra vez el arrendamiento o inténtelo en unos minutos.",
    answer_lost:
      "El servicio de arrendamiento no respondió a tiempo. No se firmó ni se cobró nada. Inténtelo otra vez.",
    service_refused:
      "El servicio de arrendamiento lo rechazó: {reason}. No se cambió nada. Para recibir ayuda, comuníquese con {contact}.",
    busy: "Hay otra acción en curso para este arrendamiento. Espere un momento e inténtelo otra vez.",
    cart_not_found: "No se encontró este carrito. Vuelva a cargar la página.",
    order_lease_signed:
      "Su contrato con {operator} está firmado. El arrendamiento empieza cuando se entregue todo el pedido.",
    order_lease_delivered: "{operator} registró su entrega. Su arrendamiento continúa según su contrato.",
    order_lease_to_sign: "Su pedido continuará cuando firme su contrato.",
    order_lease_signed_anew: "Su contrato con {operator} está firmado. La tienda está completando su pedido.",
    order_lease_ask: "{operator} puede decirle cómo está su arrendamiento: {contact}. Referencia: {reference}.",
    order_lease_returning:
      "La devolución de su arrendamiento está en curso. Si tiene preguntas sobre los pagos, comuníquese con {operator}: {contact}.",
    order_lease_returned:
      "La devolución de su arrendamiento se completó. Si tiene preguntas sobre los pagos, comuníquese con {operator}: {contact}.",
    order_lease_canceling:
      "Su arrendamiento se está cancelando. Si tiene preguntas sobre los pagos, comuníquese con {operator}: {contact}.",
    lease_checking:
      "Estamos verificando su arrendamiento después de un problema técnico nuestro. No se perdió nada, y usted no tiene que hacer nada. Si tiene preguntas, comuníquese con {contact}. Referencia: {reference}.",
    order_lease_ended:
      "Su arrendamiento terminó. Si tiene preguntas sobre los pagos, comuníquese con {operator}: {contact}.",
    order_not_found: "No se encontró este pedido.",
    page_outdated:
      "Esta página está desactualizada. Recárguela o elija otro método de pago. Si ya firmó, comuníquese primero con {contact}.",
    cart_finished: "Este carrito ya es un pedido.",
    cart_of_customer: "Este carrito pertenece a una cuenta. Inicie sesión para continuar.",
    body_invalid: "No se pudo leer la solicitud. Envíe un objeto JSON.",
    body_too_large: "La solicitud es demasiado grande.",
    widget_token: "La solicitud de esta ventana ya venció. No se cambió nada. Abra otra vez la solicitud.",
    widget_elsewhere:
      "Hay una solicitud para este carrito abierta en otra ventana u otro navegador. Siga allí, inténtelo otra vez en media hora o elija otro método de pago.",
    widget_late:
      "Es posible que tenga un arrendamiento, pero este carrito ya no puede usarlo. No haga otra solicitud ni use su tarjeta virtual. Comuníquese con {contact}. Referencia: {reference}.",
    widget_other_cart:
      "Este arrendamiento ya pertenece a otro carrito, por lo que este carrito no puede usarlo. No se cambió nada. No use aquí su tarjeta virtual. Vuelva al otro carrito y pague allí, o comuníquese con {contact}. Referencia: {reference}.",
    widget_empty:
      "No pudimos confirmar su arrendamiento con {operator}. No haga otra solicitud. Comuníquese con {contact}. Referencia: {reference}.",
    widget_signed: "Su contrato para este carrito ya está firmado. Haga ahora el pedido.",
    contract_not_closed:
      "Su contrato anterior de este carrito no se puede cerrar. No se cambió nada. Fírmelo, ponga los artículos en un carrito nuevo o comuníquese con {contact}.",
    lease_card_issued: "Su arrendamiento está listo. Pague con su tarjeta virtual o comuníquese con {contact}.",
    card_mismatch:
      "Su carrito cambió desde que se emitió su tarjeta virtual. Restablezca el carrito o comuníquese con {contact}.",
    widget_blocked: "No se pudo abrir la solicitud. Inténtelo otra vez o elija otro método de pago.",
    widget_fields: "El arrendamiento no se puede usar en esta página. Elija otro método de pago.",
    widget_failed:
      "{operator} no pudo terminar la solicitud. Inténtelo otra vez o comuníquese con {contact}. Referencia: {reference}.",
    widget_saving: "Mantenga esta página abierta. Estamos guardando su arrendamiento.",
    card_declined: "La tarjeta virtual fue rechazada. Inténtelo una vez más o comuníquese con {contact}.",
    refused: "No se pudo hacer el pedido. No se enviará nada.",
  },
  reasons: {
    "cart-over-limit": "el total supera el monto aprobado",
    "cart-under-minimum": "el total es menor que el arrendamiento mínimo",
    "item-not-leasable": "un artículo no se puede arrendar",
    "wrong-state": "la situación del arrendamiento no lo permite",
    "approval-expired": "la aprobación ha vencido",
    "contracts-expired": "el contrato ha vencido",
    recipient_country: "otro país",
    recipient_state: "otro estado",
    recipient_postal_code: "otro código postal",
    recipient_city: "otra ciudad",
    recipient_street: "otra calle o número",
    recipient_name: "otro nombre",
    recipient_phone: "otro teléfono",
    recipient_email: "otro correo electrónico",
    none: "el servicio no dio ningún motivo",
  },
  problems: {
    required: "Complete este campo.",
    choice: "Elija una de las opciones.",
    format: "Revise este campo.",
    money: "Escriba dólares enteros, por ejemplo 4200.",
    service: "El servicio de arrendamiento no lo aceptó.",
    version: "Lea y acepte el texto actual.",
    consent: "Confirme este punto.",
    excluded: "{operator} no arrienda a personas que viven en este estado. Elija otro método de pago.",
    excluded_order:
      "{operator} no arrienda a personas que viven en este estado. Pregunte a esta tienda de qué otra forma puede pagar su pedido.",
    "customer.emailAddress": "Escriba un correo electrónico, como nombre@example.com.",
    "customer.cellPhone": "Escriba un teléfono de 10 dígitos.",
    "customer.birthdate": "Escriba su fecha de nacimiento. Debe tener 18 años o más.",
    "customer.ssn": "Escriba los 9 dígitos de un número de Seguro Social o ITIN.",
    "customer.homeAddress.state": "Elija el estado donde vive.",
    "customer.homeAddress.zip": "Escriba un código postal de 5 dígitos.",
    "customer.grossIncomeMonthly": "Escriba dólares enteros al mes, por ejemplo 4200.",
    "customer.paymentFrequency.lastPayDate": "Escriba un día de pago que ya haya pasado.",
    "customer.paymentFrequency.nextPayDate": "Escriba un día de pago que aún no haya llegado.",
    "bank.routingNumber": "Escriba los 9 dígitos del número de ruta.",
    "bank.accountNumber": "Escriba de 4 a 17 dígitos.",
  },
  labels: {
    "About you": "Sobre usted",
    "First name": "Nombre",
    "Last name": "Apellido",
    "Email address": "Correo electrónico",
    "Mobile phone": "Teléfono celular",
    "Date of birth": "Fecha de nacimiento",
    "Social Security number or ITIN": "Número de Seguro Social o ITIN",
    "Street address": "Dirección",
    "Apartment, suite (optional)": "Apartamento, oficina (opcional)",
    City: "Ciudad",
    State: "Estado",
    "ZIP code": "Código postal",
    "Your income": "Sus ingresos",
    "Monthly income before taxes": "Ingresos mensuales antes de impuestos",
    "How often you are paid": "Cada cuánto le pagan",
    "Every week": "Cada semana",
    "Every two weeks": "Cada dos semanas",
    "Twice a month": "Dos veces al mes",
    "Every month": "Cada mes",
    "Last payday": "Último día de pago",
    "Next payday": "Próximo día de pago",
    "Your bank account": "Su cuenta bancaria",
    "Routing number": "Número de ruta",
    "Account number": "Número de cuenta",
  },
  figures: figuresEs,
  offer: offerEs,
  steps: {
    unavailable: "No disponible para este carrito",
    incomplete: "Aún no disponible",
    checking: "Estamos verificando su arrendamiento",
    intro: "Antes de hacer la solicitud",
    in_progress: "Ya hay una solicitud",
    form: "Su solicitud",
    deciding: "En espera de una decisión",
    undecided: "Aún no hay decisión",
    denied: "No aprobada",
    over_limit: "Su aprobación es por un monto menor",
    offer: "Su solicitud está aprobada",
    new_contract: "Firme el contrato de su pedido",
    cart_changed: "Su carrito ha cambiado",
    first_payment_pending: "Su contrato está firmado",
    confirming: "Haciendo su pedido",
    ready: "Su contrato está firmado",
    order_failed: "Su pedido aún no se ha realizado",
    contract_mismatch: "Este carrito no coincide con su contrato",
    card: "Pague con su tarjeta virtual",
    placed: "Pedido realizado",
  },
  screens: {
    method: "Arrendamiento con opción a compra",
    method_about:
      "Arriende ahora y sea dueño después. En total cuesta más que el precio al contado. Verá el total antes de firmar.",
    lease_rest: "Puede arrendar el resto del carrito sin estos artículos.",
    lease_apart:
      "Puede arrendar el resto ahora y pedir estos artículos justo después, con otro método de pago. Cada pedido tiene su propia entrega.",
    only_remove: "No se pueden pedir por separado, solo quitar: {items}.",
    items_apart: "No están en este pedido: {items}. Puede pedir estos artículos justo después.",
    items_back: "Si elige otro método de pago, vuelven a este carrito.",
    still_to_order: "Falta pedir: {items}.",
    is_a_lease:
      "Es un arrendamiento, no un préstamo. Los artículos son de {operator} hasta que usted haga todos los pagos o los compre antes.",
    costs_more: "Todos los pagos juntos suman más que el precio al contado. Verá ambos antes de firmar.",
    who_decides:
      "{operator} decide. Tenga a mano su número de Seguro Social o ITIN, sus ingresos y su cuenta bancaria. Esta tienda transmite sus respuestas y no las guarda.",
    free_to_choose: "Hasta que firme puede elegir otro método de pago en cualquier momento.",
    named: "{name}: {words}",
    check_fields: "Revise estos campos:",
    confirm: "Confirme: {text}",
    read_document: "Leer el documento (se abre en otra pestaña)",
    acknowledge: "Confirmo que he leído este texto.",
    contract_language: "Su contrato está en {language}.",
    please_choose: "Elija una opción",
    leave_form: "Lo que escribió aún no se ha enviado y se perderá. ¿Salir de todos modos?",
    waiting: "Un momento",
    keep_open: "Mantenga esta página abierta. Puede tardar medio minuto.",
    nothing_new: "Aún no ha cambiado nada.",
    questions: "¿Preguntas? {operator}: {contact}",
    approved_amount: "Su aprobación es de hasta {amount}.",
    approved_until: "Su aprobación es válida hasta el {until}.",
    approval_ends: "Su aprobación vence el {until}. Firme antes de esa fecha.",
    approval_elsewhere:
      "Su solicitud se aprobó con otro carrito. Puede usar esa aprobación aquí sin hacer otra solicitud. Entonces la oferta del otro carrito dejará de ser válida.",
    code: "Código del correo electrónico",
    code_heading: "Escriba su código",
    code_again: "Se pidió otro código. El anterior ya no sirve.",
    over_heading: "Puede que su aprobación haya vencido",
    second_heading: "{former} no aprobó su solicitud",
    offer_updated: "Su carrito cambió desde la oferta. Actualizamos la oferta: {old} → {new}.",
    all_figures: "Todas las cifras",
    terms: "Verá las condiciones exactas en el contrato antes de firmar.",
    checking: "Verificando su firma …",
    pricing: "Calculando cuánto cuesta el arrendamiento …",
    placing: "Haciendo su pedido …",
    differs: "Lo que no coincide con su contrato:",
    difference: "firmado {signed}, ahora {now}",
    differs_elsewhere: "Los artículos son los mismos. Cambió la entrega, la dirección o un precio.",
    sign_later:
      "Puede cerrar esta página y firmar más tarde. Hasta entonces no se enviará nada. Si ya no lo quiere, no firme y consulte con esta tienda.",
    order_goes_on: "Su pedido continúa. Puede cerrar esta página.",
    send_again_in: "Podrá enviarla otra vez en {seconds} segundos.",
    order_number: "Pedido",
    order_total: "Total del pedido",
    signed_for: "Monto firmado",
    this_cart: "Este carrito",
    paid_to: "Usted paga a {operator}, no a esta tienda. Preguntas sobre los pagos: {contact}.",
    reference: "Referencia del arrendamiento",
    order_unread: "No pudimos cargar los datos de pago de este pedido. Su pedido no se ve afectado.",
    hosted_method: "Arrendamiento con opción a compra de {operator}",
    hosted_about:
      "Haga la solicitud y firme en la ventana de {operator}. En total cuesta más que el precio al contado.",
    hosted_decides:
      "{operator} decide. Tenga a mano su número de Seguro Social o ITIN, sus ingresos y su cuenta bancaria. Esta tienda no los recibe.",
    hosted_opening: "Abriendo la solicitud …",
    hosted_open: "Siga en la ventana de {operator}.",
    hosted_silent: "¿No ve ninguna ventana de {operator}? Inténtelo otra vez o elija otro método de pago.",
    card_gone:
      "Su arrendamiento está firmado y guardado. Abra otra vez la solicitud para completar los datos de la tarjeta virtual.",
  },
  buttons: {
    start: "Empezar la solicitud",
    apply: "Enviar la solicitud",
    show: "Mostrar",
    hide: "Ocultar",
    check: "Verificar otra vez",
    send_again: "Enviar otra vez el formulario",
    ask_code: "Ya tengo una aprobación: envíenme un código",
    ask_again: "Enviar otro código",
    apply_instead: "Hacer una solicitud con este carrito",
    use_approval: "Usar su aprobación",
    offer: "Ver la oferta",
    sign: "Revisar y firmar",
    continue_signing: "Seguir firmando",
    signed: "Ya firmé",
    place: "Hacer el pedido",
    retry: "Intentarlo otra vez",
    restore: "Restablecer el carrito y hacer el pedido",
    remove_items: "Quitar estos artículos y arrendar el resto",
    separate: "Arrendar el resto y pedir estos por separado",
    to_cart: "Ir al carrito",
    change_cart: "Cambiar el carrito",
    open_widget: "Abrir la solicitud",
    pay_card: "Pagar {amount} con la tarjeta virtual",
    other: "Elegir otro método de pago",
  },
  contract: {
    title: "Su contrato de arrendamiento",
    frame: "Contrato de arrendamiento",
    close: "Cerrar",
    finished: "Terminé de firmar",
    new_tab: "Abrir en otra pestaña",
    retry: "Intentarlo otra vez",
    signatures: "{signed} de {of} firmas",
    all_signed: "Todo está firmado. Envíe el contrato para terminar.",
    card: "La tarjeta fue rechazada. Pruebe con otra.",
    payment_failed: "El primer pago no se realizó. Todavía no se envía nada. Inténtelo otra vez en el contrato.",
    slow: "Tarda más de lo normal. Inténtelo otra vez o abra el contrato en otra pestaña.",
    not_signed: "Su contrato aún no está firmado. ¿Cerrar de todos modos?",
    keep_signing: "Seguir firmando",
    close_anyway: "Cerrar de todos modos",
  },
}

export const es: Dictionary = /* @__PURE__ */ createDictionary("es", texts)
