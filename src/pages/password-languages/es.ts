import type { PasswordTexts } from '../../model/password-texts.js'

/** Spanish. */
export const texts: PasswordTexts = {
  fields: {
    password: 'Contraseña',
    newPassword: 'Contraseña nueva',
    currentPassword: 'Contraseña actual',
    hint: 'Al menos {length} caracteres. Varias palabras sin relación entre sí son una buena opción.',
    username: 'Nombre de usuario',
    emailOrUsername: 'Correo electrónico o nombre de usuario',
    usernameHint: 'De 3 a 32 caracteres: letras de la a a la z, cifras, puntos, _ y -.',
  },
  buttons: {
    sendLink: 'Enviar enlace',
    savePassword: 'Guardar contraseña',
    changePassword: 'Cambiar contraseña',
    confirmAddress: 'Confirmar dirección',
    restoreAddress: 'Restaurar dirección',
    continue: 'Continuar',
  },
  problems: {
    tooShort: 'Use al menos {length} caracteres.',
    tooLong: 'Use como máximo {length} caracteres.',
    known: 'Esta contraseña figura en una lista de contraseñas filtradas. Elija otra.',
    guessable: 'Se parece demasiado a su dirección o al nombre de este sitio.',
    notText: 'Esta contraseña contiene caracteres que no podemos leer. Elija otra.',
    same: 'Esa es su contraseña actual. Elija una nueva.',
    wrongCurrent: 'Esa no es su contraseña actual.',
    usernameTaken: 'Este nombre de usuario ya está en uso. Elija otro.',
    usernameNotAllowed: 'Use de 3 a 32 caracteres: letras de la a a la z, cifras, puntos, _ y -.',
    expiredLink: {
      title: 'Este enlace ya no funciona',
      sentence: 'Ha caducado o ya se ha usado. Pida uno nuevo aquí.',
    },
  },
  links: { forgotPassword: '¿Ha olvidado su contraseña?' },
  signUp: {
    heading: 'Crear cuenta',
    lead: 'Escriba su dirección de correo. Le enviaremos un enlace para elegir una contraseña.',
    leadWithPassword:
      'Escriba su correo electrónico y elija una contraseña. Le enviaremos un enlace para confirmar la dirección.',
  },
  forgotPassword: {
    heading: '¿Ha olvidado su contraseña?',
    lead: 'Escriba su dirección de correo. Le enviaremos un enlace para establecer una nueva.',
  },
  mailSent: {
    lead: 'Si podemos usar {email}, hay un correo en camino. Abra el enlace que contiene para continuar.',
  },
  choosePassword: {
    firstHeading: 'Elija una contraseña',
    newHeading: 'Elija una contraseña nueva',
    lead: 'para su cuenta en {site}',
    signsOut: 'Se cerrarán todas sus demás sesiones.',
  },
  changePassword: { heading: 'Cambiar contraseña' },
  addPassword: {
    heading: 'Añadir una contraseña',
    lead: 'Enviaremos un enlace a {email}. Ábralo para elegir una contraseña.',
  },
  verifyEmail: {
    heading: 'Confirme su dirección de correo',
    lead: 'Confirme que {email} es su dirección.',
  },
  changeAddress: {
    heading: 'Confirme su nueva dirección',
    lead: 'Su cuenta usará {email} a partir de ahora.',
  },
  restoreAddress: {
    heading: 'Restaurar su dirección',
    lead: 'Su cuenta volverá a usar {email}. Se cerrarán todas sus sesiones y elegirá una contraseña nueva. Se quitarán las formas de iniciar sesión añadidas desde el cambio, también las llaves de acceso y las aplicaciones de autenticación.',
  },
  done: {
    passwordChanged: {
      title: 'Su contraseña se ha cambiado',
      sentence: 'Se han cerrado todas sus demás sesiones.',
    },
    emailVerified: {
      title: 'Su dirección está confirmada',
      sentence: 'Gracias. Ya puede continuar.',
    },
    addressChanged: {
      title: 'Su dirección se ha cambiado',
      sentence: 'Su cuenta usará la nueva a partir de ahora.',
    },
    addressRestored: {
      title: 'Su dirección se ha restaurado',
      sentence:
        'Se han cerrado todas sus sesiones. Establezca una contraseña nueva para continuar.',
    },
  },
  mails: {
    signUp: {
      subject: 'Establezca su contraseña para {site}',
      lead: 'Elija una contraseña con este enlace.',
      button: 'Elegir una contraseña',
    },
    alreadyRegistered: {
      subject: 'Ya tiene una cuenta en {site}',
      lead: 'Alguien, quizá usted, ha intentado registrarse con esta dirección. Puede iniciar sesión con su contraseña o establecer una nueva con este enlace.',
      leadWithMethods:
        'Alguien, quizá usted, ha intentado registrarse con esta dirección. Puede iniciar sesión con {methods} o añadir una contraseña con este enlace.',
      button: 'Establecer una contraseña',
    },
    reset: {
      subject: 'Establezca una contraseña nueva para {site}',
      lead: 'Elija una contraseña nueva con este enlace.',
      button: 'Elegir una contraseña nueva',
    },
    changed: {
      subject: 'Su contraseña para {site} se ha cambiado',
      lead: 'Si no ha sido usted, establezca ahora una nueva con este enlace.',
      button: 'Establecer una contraseña nueva',
    },
    verify: {
      subject: 'Confirme su dirección de correo para {site}',
      lead: 'Confirme con este enlace que esta dirección es suya.',
      button: 'Confirmar dirección',
    },
    newAddress: {
      subject: 'Confirme su nueva dirección para {site}',
      lead: 'Su cuenta usará esta dirección cuando la confirme con este enlace.',
      button: 'Confirmar dirección',
    },
    addressRequested: {
      subject: 'Se ha solicitado una nueva dirección para su cuenta en {site}',
      lead: 'Se ha solicitado cambiar la dirección de correo de su cuenta. Todavía no ha cambiado nada. Si no ha sido usted, establezca una contraseña nueva con este enlace, lo que cancela la solicitud y cierra las demás sesiones.',
      button: 'Establecer una contraseña nueva',
    },
    oldAddress: {
      subject: 'Su dirección en {site} se ha cambiado',
      lead: 'Su cuenta usa ahora otra dirección de correo. Si no ha sido usted, deshaga el cambio con este enlace.',
      button: 'Deshacer el cambio',
    },
    methodAdded: {
      subject: 'Se ha añadido una nueva forma de iniciar sesión en {site}',
      lead: 'Ahora también se puede entrar en su cuenta con {methods}. Si no ha sido usted, establezca una contraseña nueva con este enlace, lo que cierra las demás sesiones, y quite {methods} de su cuenta.',
      button: 'Establecer una contraseña nueva',
    },
    wasYou: 'Si ha sido usted, no tiene que hacer nada.',
  },
}
