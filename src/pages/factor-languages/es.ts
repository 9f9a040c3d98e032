import type { FactorTexts } from '../../model/factor-texts.js'

/** Spanish. */
export const texts: FactorTexts = {
  names: {
    twoStep: 'Inicio de sesión en dos pasos',
    app: 'Aplicación de autenticación',
    recoveryCodes: 'Códigos de recuperación',
    passkey: 'Llave de seguridad o de acceso',
    emailCode: 'Código por correo',
    browsers: 'Navegadores de confianza',
    unknownBrowser: 'Navegador desconocido',
  },
  fields: {
    code: 'Código',
    codeHint: 'El código tiene 6 cifras.',
    recoveryCode: 'Código de recuperación',
    password: 'Contraseña',
  },
  buttons: {
    continue: 'Continuar',
    confirm: 'Confirmar',
    remove: 'Quitar',
    removeNamed: 'Quitar {name}',
    addApp: 'Añadir una aplicación de autenticación',
    newCodes: 'Crear códigos nuevos',
    download: 'Descargar como texto',
    sendCode: 'Enviar código',
    sendAgain: 'Enviar un código nuevo',
    usePasskey: 'Usar una llave de acceso',
    cancel: 'Cancelar',
  },
  problems: {
    wrongCode: 'El código es incorrecto o ya se ha usado. Espere al siguiente.',
    clock: '¿Sigue sin funcionar? Compruebe que el reloj de su dispositivo esté en hora.',
    wrongMailedCode: 'El código es incorrecto o ha caducado. Compruébelo o pida uno nuevo.',
    wrongRecoveryCode: 'No es ninguno de sus códigos de recuperación, o ya se ha usado.',
    wrongPassword: 'Esa no es su contraseña.',
    limit: {
      title: 'Demasiados códigos incorrectos',
      sentence: 'Inténtelo de nuevo en {duration}.',
    },
    expired: {
      title: 'Ha tardado demasiado',
      sentence: 'Inicie sesión de nuevo.',
    },
  },
  instead: {
    code: 'Usar la aplicación de autenticación',
    recoveryCode: 'Usar un código de recuperación',
    passkey: 'Usar una llave de acceso',
    emailCode: 'Recibir un código por correo',
    password: 'Usar la contraseña',
    provider: 'Iniciar sesión de nuevo',
  },
  ask: {
    code: 'Escriba el código de su aplicación de autenticación.',
    recoveryCode: 'Escriba uno de sus códigos de recuperación. Solo funciona una vez.',
    passkey: 'Use su llave de acceso o de seguridad.',
    emailCode: 'Enviaremos un código a {email}.',
    emailCodeSent: 'Escriba el código que hemos enviado a {email}.',
    password: 'Escriba su contraseña.',
    provider: 'Continuar con {provider}',
  },
  secondFactor: {
    remember: 'No volver a preguntar en este navegador durante {duration}',
  },
  addApp: {
    heading: 'Añadir una aplicación de autenticación',
    required: '{site} pide un segundo paso al iniciar sesión.',
    lead: 'Escanee esto con su aplicación o escriba la clave.',
    qrCode: 'Código QR para su aplicación de autenticación',
    key: 'Clave',
    openApp: 'Abrir en una aplicación de este dispositivo',
    typeCode: 'Después, escriba el código que muestra.',
  },
  recoveryCodes: {
    heading: 'Sus códigos de recuperación',
    lead: 'Guarde estos códigos en un lugar seguro. Cada uno funciona una sola vez. No podremos volver a mostrarlos.',
    fileTitle: 'Códigos de recuperación de {site}',
  },
  overview: {
    on: 'Activado. Después de iniciar sesión, pedimos un código.',
    off: 'Desactivado. Añada una aplicación de autenticación para proteger su cuenta.',
    required: 'Activado. Este sitio lo exige.',
    added: 'Añadida el {date}',
    lastUsed: 'Último uso: {date}',
    aboutRecoveryCodes: 'Le permiten entrar si pierde su dispositivo.',
    codesLeft: 'Códigos restantes: {count}',
    fewCodes: 'Cree códigos nuevos antes de que se acaben.',
    aboutBrowsers: 'En estos navegadores no pedimos ningún código.',
    until: 'Hasta el {date}',
  },
  prove: {
    heading: 'Confirme que es usted',
    lead: 'Antes de continuar, confirme que es usted.',
    mailedInstead:
      '{provider} no nos indica que acaba de iniciar sesión. Hemos enviado un código a {email}.',
    signInInstead:
      '{provider} no nos indica que acaba de iniciar sesión. Inicie sesión de otra forma para confirmar que es usted.',
    impossible:
      'No podemos confirmar que es usted. Su cuenta no tiene contraseña y no podemos enviarle un código. Pida ayuda a este sitio.',
  },
  mails: {
    added: {
      subject: 'Se ha añadido una nueva forma de confirmar el inicio de sesión en {site}',
      lead: 'A partir de ahora, su cuenta la pedirá al iniciar sesión.',
    },
    removed: {
      subject: 'Se ha quitado una forma de confirmar el inicio de sesión en {site}',
      lead: 'Su cuenta ya no la acepta.',
    },
    switchedOff: {
      subject: 'Se ha desactivado el inicio de sesión en dos pasos en {site}',
      lead: 'Su cuenta ya no pide un código al iniciar sesión.',
    },
    recoveryCodeUsed: {
      subject: 'Se ha usado un código de recuperación en {site}',
      lead: 'Códigos restantes: {count}. Cree otros nuevos antes de que se acaben.',
    },
    recoveryCodesMade: {
      subject: 'Se han creado códigos de recuperación nuevos en {site}',
      lead: 'Los códigos anteriores ya no funcionan.',
    },
    guessed: {
      subject: 'Se han escrito códigos incorrectos en {site}',
      lead: 'Códigos incorrectos seguidos: {count}. Es posible que otra persona conozca sus datos de acceso.',
    },
    locked: {
      subject: 'Se han escrito muchos códigos incorrectos en {site}',
      lead: 'Códigos incorrectos seguidos: {count}. Durante un máximo de 30 días, solo un código de recuperación o una llave de acceso abre su cuenta. Es posible que otra persona conozca sus datos de acceso.',
    },
    signInCode: {
      subject: 'Su código para {site}',
      lead: 'Escriba este código para terminar de iniciar sesión.',
    },
    confirmCode: {
      subject: 'Su código para {site}',
      lead: 'Escriba este código para confirmar que es usted.',
    },
    when: 'Fecha: {date}',
    browser: 'Navegador: {browser}',
    notYou: '¿No ha sido usted? Proteja su cuenta ahora.',
    button: 'Proteger mi cuenta',
    wasYou: 'Si ha sido usted, no tiene que hacer nada.',
  },
}
