import type { PageTexts } from '../../model/page-texts.js'

/** Spanish. */
export const texts: PageTexts = {
  signIn: {
    heading: 'Iniciar sesión',
    headingTo: 'Iniciar sesión en {site}',
    lead: 'para continuar en {site}',
    withProvider: 'Iniciar sesión con {provider}',
    continue: 'Continuar',
    withEmail: 'Iniciar sesión con el correo electrónico',
    withPassword: 'Iniciar sesión con contraseña',
    withPasskey: 'Usar una llave de acceso',
    mailInstead: 'Enviarme un enlace por correo',
    email: 'Correo electrónico',
    or: 'o',
    almostDone: 'Ya casi está',
    showPassword: 'Mostrar contraseña',
    lastUsed: 'Último usado',
    noProviders: 'Este sitio aún no ofrece ninguna forma de iniciar sesión.',
    createPasskey: 'Crear una llave de acceso',
    passkeysUnavailable:
      'Las llaves de acceso no funcionan aquí: necesitan JavaScript y un navegador actual.',
    passkeyCancelled: 'No se ha usado ninguna llave de acceso. Inténtelo de nuevo.',
  },
  signOut: {
    heading: 'Cerrar sesión',
    question: '¿Quiere cerrar la sesión en {site}?',
    plainQuestion: '¿Quiere cerrar la sesión?',
    button: 'Cerrar sesión',
    stay: 'Mantener la sesión',
  },
  verifyRequest: {
    heading: 'Revise su correo',
    sentTo: 'Hemos enviado un enlace de acceso a {email}.',
    sent: 'Le hemos enviado un enlace de acceso.',
    openLink: 'Ábralo para terminar de iniciar sesión.',
    openLinkOrTypeCode: 'Ábralo o escriba aquí el código del correo.',
    spam: '¿Nada después de un minuto? Mire en la carpeta de correo no deseado.',
    tryAgain: 'Intentar de nuevo o usar otra dirección',
    code: 'Código del correo',
    codeHint: 'El código tiene {length} cifras.',
    codeButton: 'Continuar',
    codeWrong: 'El código es incorrecto o ha caducado. Compruébelo o pida un correo nuevo.',
  },
  confirm: {
    heading: 'Terminar de iniciar sesión',
    lead: 'Va a iniciar sesión en {site} como {email}.',
    plainLead: 'Va a iniciar sesión como {email}.',
    button: 'Iniciar sesión',
    once: 'El enlace solo funciona una vez. Si no lo ha pedido, salga de esta página sin más: no pasará nada.',
    notMe: 'No he sido yo',
  },
  grant: {
    heading: 'Se necesita su permiso',
    again: '{site} necesita su permiso de nuevo para usar {provider}.',
    more: '{site} necesita más permisos suyos en {provider}.',
    otherAccount:
      'Ha elegido otra cuenta de {provider} distinta de la que está vinculada aquí. Elija esa, o desvincúlela primero.',
    connect: 'Vincular {provider}',
    connectAgain: 'Vincular {provider} de nuevo',
  },
  links: {
    toSignIn: 'Volver al inicio de sesión',
    toSite: 'Volver a {site}',
    toAccount: 'Volver a su cuenta',
    signUp: 'Crear cuenta',
    noAccount: '¿No tiene una cuenta? Crear cuenta',
    haveAccount: '¿Ya tiene una cuenta? Iniciar sesión',
    terms: 'Condiciones del servicio',
    privacy: 'Política de privacidad',
  },
  mail: {
    subject: 'Iniciar sesión en {site}',
    heading: 'Iniciar sesión en {site}',
    button: 'Iniciar sesión',
    link: 'Abra este enlace para iniciar sesión:',
    linkInstead: 'Si el botón no funciona, abra este enlace en su navegador:',
    code: 'O escriba este código donde pidió iniciar sesión:',
    once: 'Solo se puede usar una vez. Validez: {duration}.',
    ignore: 'Si no ha pedido este correo, puede ignorarlo.',
  },
  errors: {
    general: {
      title: 'Algo ha salido mal',
      sentence: 'No hemos podido completar la operación. Inténtelo de nuevo.',
    },
    Configuration: {
      title: 'Algo ha fallado por nuestra parte',
      sentence:
        'No hemos podido iniciar su sesión. Los responsables del sitio encontrarán la causa en el registro.',
    },
    AccessDenied: {
      title: 'Acceso denegado',
      sentence: 'Esta cuenta no puede iniciar sesión aquí. Puede probar con otra.',
    },
    Verification: {
      title: 'Este enlace ya no funciona',
      sentence: 'Ha caducado o ya se ha usado. Inicie sesión otra vez para recibir uno nuevo.',
    },
    MissingCSRF: {
      title: 'El formulario había caducado',
      sentence: 'Inténtelo de nuevo. Si vuelve a ocurrir, permita las cookies de este sitio.',
    },
    CredentialsSignin: {
      title: 'Los datos no coinciden',
      sentence: 'Revise lo que ha escrito e inténtelo de nuevo.',
    },
    OAuthCallbackError: {
      title: 'No se ha completado el inicio de sesión',
      sentence: 'Se canceló o el otro servicio lo rechazó. Inténtelo de nuevo.',
    },
    OAuthAttemptLost: {
      title: 'Ese inicio de sesión ha terminado',
      sentence:
        'Tardó demasiado, ya se había completado o empezó en otro navegador. Inténtelo de nuevo.',
    },
    OAuthMetadataInvalid: {
      title: 'No hemos podido contactar con el servicio',
      sentence:
        'El servicio elegido no está configurado como se esperaba. Inténtelo de nuevo o elija otra forma.',
    },
    OAuthProfileParseError: {
      title: 'No hemos podido leer su perfil',
      sentence:
        'El servicio elegido no nos ha dicho quién es usted. Elija otra forma de iniciar sesión.',
    },
    OAuthRequestFailed: {
      title: 'No hemos podido contactar con el servicio',
      sentence: 'El servicio elegido no ha respondido. Inténtelo de nuevo o elija otra forma.',
    },
    OAuthResponseInvalid: {
      title: 'No hemos podido verificar la respuesta',
      sentence:
        'La respuesta del servicio elegido no ha superado nuestras comprobaciones. Inténtelo de nuevo.',
    },
    OAuthAccountNotLinked: {
      title: 'Ya tiene una cuenta',
      sentence: 'Su dirección de correo ya se usa aquí. Inicie sesión como la primera vez.',
    },
    AccountNotLinked: {
      title: 'No está vinculado a su cuenta',
      sentence: 'Inicie sesión como la primera vez y después añada este método.',
    },
    LastSignInMethod: {
      title: 'Su última forma de iniciar sesión',
      sentence: 'Añada otra forma de iniciar sesión antes de quitar esta.',
    },
    InvalidEmailAddress: {
      title: 'No es una dirección de correo',
      sentence: 'Revise lo que ha escrito e inténtelo de nuevo.',
    },
    EmailSignInError: {
      title: 'No se ha podido enviar el correo',
      sentence: 'Inténtelo de nuevo en un momento o inicie sesión de otra forma.',
    },
    TooManyRequests: {
      title: 'Demasiados intentos',
      sentence: 'Espere un poco antes de volver a intentarlo.',
    },
    ServerBusy: {
      title: 'Mucha actividad',
      sentence: 'Estamos muy ocupados. Vuelva a intentarlo en un momento.',
    },
    WebAuthnVerificationError: {
      title: 'Llave de acceso no aceptada',
      sentence:
        'No hemos podido verificar su llave de acceso. Inténtelo de nuevo o inicie sesión de otra forma.',
    },
    SessionRequired: {
      title: 'Primero inicie sesión',
      sentence: 'La página solicitada es solo para personas que han iniciado sesión.',
    },
    CrossSiteRequest: {
      title: 'Solicitud bloqueada',
      sentence: 'Venía de otro sitio, así que no la hemos ejecutado. Empiece de nuevo aquí.',
    },
    InvalidProvider: {
      title: 'Método de inicio de sesión desconocido',
      sentence: 'Este sitio no ofrece el método solicitado.',
    },
    UnknownAction: {
      title: 'Página no encontrada',
      sentence: 'No hay nada en esta dirección.',
    },
    MethodNotAllowed: {
      title: 'Esta dirección no funciona así',
      sentence: 'Empiece de nuevo desde la página de inicio de sesión.',
    },
    InvalidRequestBody: {
      title: 'No hemos podido leer el formulario',
      sentence: 'Faltaba una parte o se dañó por el camino. Inténtelo de nuevo.',
    },
    RequestBodyTooLarge: {
      title: 'El formulario era demasiado grande',
      sentence: 'Contenía más de lo que aceptamos. Acórtelo e inténtelo de nuevo.',
    },
    SessionTooLarge: {
      title: 'No hemos podido mantener su sesión',
      sentence:
        'Su sesión contiene más de lo que un navegador puede guardar. Los responsables del sitio pueden solucionarlo.',
    },
    UntrustedHost: {
      title: 'Dirección inesperada',
      sentence:
        'Este sitio no está preparado para abrirse en la dirección que muestra su navegador.',
    },
  },
}
