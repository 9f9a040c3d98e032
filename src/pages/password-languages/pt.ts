import type { PasswordTexts } from '../../model/password-texts.js'

/** Portuguese. */
export const texts: PasswordTexts = {
  fields: {
    password: 'Palavra-passe',
    newPassword: 'Nova palavra-passe',
    currentPassword: 'Palavra-passe atual',
    hint: 'Pelo menos {length} caracteres. Algumas palavras sem relação entre si são uma boa escolha.',
    username: 'Nome de utilizador',
    emailOrUsername: 'Endereço de e-mail ou nome de utilizador',
    usernameHint: 'De 3 a 32 caracteres: letras de a a z, algarismos, pontos, _ e -.',
  },
  buttons: {
    sendLink: 'Enviar link',
    savePassword: 'Guardar palavra-passe',
    changePassword: 'Alterar palavra-passe',
    confirmAddress: 'Confirmar endereço',
    restoreAddress: 'Repor endereço',
    continue: 'Continuar',
  },
  problems: {
    tooShort: 'Use pelo menos {length} caracteres.',
    tooLong: 'Use no máximo {length} caracteres.',
    known: 'Esta palavra-passe está numa lista de palavras-passe divulgadas. Escolha outra.',
    guessable: 'É demasiado parecida com o seu endereço ou com o nome deste site.',
    notText: 'Esta palavra-passe contém caracteres que não conseguimos ler. Escolha outra.',
    same: 'Essa é a sua palavra-passe atual. Escolha uma nova.',
    wrongCurrent: 'Essa não é a sua palavra-passe atual.',
    usernameTaken: 'Este nome de utilizador já está em uso. Escolha outro.',
    usernameNotAllowed: 'Use de 3 a 32 caracteres: letras de a a z, algarismos, pontos, _ e -.',
    expiredLink: {
      title: 'Este link já não funciona',
      sentence: 'Expirou ou já foi usado. Peça um novo aqui.',
    },
  },
  links: { forgotPassword: 'Esqueceu-se da palavra-passe?' },
  signUp: {
    heading: 'Criar conta',
    lead: 'Escreva o seu endereço de e-mail. Enviaremos um link para escolher uma palavra-passe.',
    leadWithPassword:
      'Introduza o seu endereço de e-mail e escolha uma palavra-passe. Vamos enviar-lhe uma ligação para confirmar o endereço.',
  },
  forgotPassword: {
    heading: 'Esqueceu-se da palavra-passe?',
    lead: 'Escreva o seu endereço de e-mail. Enviaremos um link para definir uma nova.',
  },
  mailSent: {
    lead: 'Se pudermos usar {email}, há um e-mail a caminho. Abra o link que ele contém para continuar.',
  },
  choosePassword: {
    firstHeading: 'Escolha uma palavra-passe',
    newHeading: 'Escolha uma nova palavra-passe',
    lead: 'para a sua conta em {site}',
    signsOut: 'Todas as suas outras sessões serão terminadas.',
  },
  changePassword: { heading: 'Alterar palavra-passe' },
  addPassword: {
    heading: 'Adicionar uma palavra-passe',
    lead: 'Enviaremos um link para {email}. Abra-o para escolher uma palavra-passe.',
  },
  verifyEmail: {
    heading: 'Confirme o seu endereço de e-mail',
    lead: 'Confirme que {email} é o seu endereço.',
  },
  changeAddress: {
    heading: 'Confirme o seu novo endereço',
    lead: 'A sua conta passará a usar {email}.',
  },
  restoreAddress: {
    heading: 'Repor o seu endereço',
    lead: 'A sua conta voltará a usar {email}. Todas as suas sessões serão terminadas e escolherá uma nova palavra-passe. As formas de entrar adicionadas desde a alteração serão removidas, incluindo chaves de acesso e aplicações de autenticação.',
  },
  done: {
    passwordChanged: {
      title: 'A sua palavra-passe foi alterada',
      sentence: 'Todas as suas outras sessões foram terminadas.',
    },
    emailVerified: {
      title: 'O seu endereço está confirmado',
      sentence: 'Obrigado. Já pode continuar.',
    },
    addressChanged: {
      title: 'O seu endereço foi alterado',
      sentence: 'A partir de agora, a sua conta usa o novo.',
    },
    addressRestored: {
      title: 'O seu endereço foi reposto',
      sentence:
        'Todas as suas sessões foram terminadas. Defina uma nova palavra-passe para continuar.',
    },
  },
  mails: {
    signUp: {
      subject: 'Defina a sua palavra-passe para {site}',
      lead: 'Escolha uma palavra-passe com este link.',
      button: 'Escolher uma palavra-passe',
    },
    alreadyRegistered: {
      subject: 'Já tem uma conta em {site}',
      lead: 'Houve uma tentativa de registo com este endereço, talvez sua. Pode entrar com a sua palavra-passe ou definir uma nova com este link.',
      leadWithMethods:
        'Houve uma tentativa de registo com este endereço, talvez sua. Pode entrar com {methods} ou adicionar uma palavra-passe com este link.',
      button: 'Definir uma palavra-passe',
    },
    reset: {
      subject: 'Defina uma nova palavra-passe para {site}',
      lead: 'Escolha uma nova palavra-passe com este link.',
      button: 'Escolher uma nova palavra-passe',
    },
    changed: {
      subject: 'A sua palavra-passe para {site} foi alterada',
      lead: 'Se não foi por sua iniciativa, defina já uma nova com este link.',
      button: 'Definir uma nova palavra-passe',
    },
    verify: {
      subject: 'Confirme o seu endereço de e-mail para {site}',
      lead: 'Confirme com este link que este endereço é seu.',
      button: 'Confirmar endereço',
    },
    newAddress: {
      subject: 'Confirme o seu novo endereço para {site}',
      lead: 'A sua conta passará a usar este endereço quando o confirmar com este link.',
      button: 'Confirmar endereço',
    },
    addressRequested: {
      subject: 'Foi pedido um novo endereço para a sua conta em {site}',
      lead: 'Foi pedida a alteração do endereço de e-mail da sua conta. Ainda nada mudou. Se não foi por sua iniciativa, defina uma nova palavra-passe com este link, o que cancela o pedido e termina todas as outras sessões.',
      button: 'Definir uma nova palavra-passe',
    },
    oldAddress: {
      subject: 'O seu endereço em {site} foi alterado',
      lead: 'A sua conta usa agora outro endereço de e-mail. Se não foi por sua iniciativa, anule a alteração com este link.',
      button: 'Anular a alteração',
    },
    methodAdded: {
      subject: 'Foi adicionada uma nova forma de entrar em {site}',
      lead: 'Agora também se pode entrar na sua conta com {methods}. Se não foi por sua iniciativa, defina uma nova palavra-passe com este link, o que termina todas as outras sessões, e retire {methods} da sua conta.',
      button: 'Definir uma nova palavra-passe',
    },
    wasYou: 'Se foi por sua iniciativa, não precisa de fazer nada.',
  },
}
