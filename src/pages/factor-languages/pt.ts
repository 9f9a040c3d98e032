import type { FactorTexts } from '../../model/factor-texts.js'

/** Portuguese. */
export const texts: FactorTexts = {
  names: {
    twoStep: 'Início de sessão em dois passos',
    app: 'Aplicação de autenticação',
    recoveryCodes: 'Códigos de recuperação',
    passkey: 'Chave de segurança ou de acesso',
    emailCode: 'Código por e-mail',
    browsers: 'Navegadores de confiança',
    unknownBrowser: 'Navegador desconhecido',
  },
  fields: {
    code: 'Código',
    codeHint: 'O código tem 6 dígitos.',
    recoveryCode: 'Código de recuperação',
    password: 'Palavra-passe',
  },
  buttons: {
    continue: 'Continuar',
    confirm: 'Confirmar',
    remove: 'Remover',
    removeNamed: 'Remover {name}',
    addApp: 'Adicionar uma aplicação de autenticação',
    newCodes: 'Criar novos códigos',
    download: 'Transferir como texto',
    sendCode: 'Enviar código',
    sendAgain: 'Enviar um novo código',
    usePasskey: 'Usar uma chave de acesso',
    cancel: 'Cancelar',
  },
  problems: {
    wrongCode: 'O código está errado ou já foi usado. Espere pelo próximo.',
    clock: 'Continua errado? Verifique se o relógio do seu dispositivo está certo.',
    wrongMailedCode: 'O código está errado ou expirou. Confira-o ou peça um novo.',
    wrongRecoveryCode: 'Não é um dos seus códigos de recuperação, ou já foi usado.',
    wrongPassword: 'Essa não é a sua palavra-passe.',
    limit: {
      title: 'Demasiados códigos errados',
      sentence: 'Tente novamente dentro de {duration}.',
    },
    expired: {
      title: 'Demorou demasiado tempo',
      sentence: 'Entre novamente.',
    },
  },
  instead: {
    code: 'Usar antes a aplicação de autenticação',
    recoveryCode: 'Usar antes um código de recuperação',
    passkey: 'Usar antes uma chave de acesso',
    emailCode: 'Receber antes um código por e-mail',
    password: 'Usar antes a palavra-passe',
    provider: 'Entrar novamente',
  },
  ask: {
    code: 'Introduza o código da sua aplicação de autenticação.',
    recoveryCode: 'Introduza um dos seus códigos de recuperação. Só funciona uma vez.',
    passkey: 'Use a sua chave de acesso ou de segurança.',
    emailCode: 'Vamos enviar um código para {email}.',
    emailCodeSent: 'Introduza o código que enviámos para {email}.',
    password: 'Introduza a sua palavra-passe.',
    provider: 'Continuar com {provider}',
  },
  secondFactor: {
    remember: 'Não voltar a perguntar neste navegador durante {duration}',
  },
  addApp: {
    heading: 'Adicionar uma aplicação de autenticação',
    required: '{site} pede um segundo passo ao iniciar sessão.',
    lead: 'Leia isto com a sua aplicação ou introduza a chave.',
    qrCode: 'Código QR para a sua aplicação de autenticação',
    key: 'Chave',
    openApp: 'Abrir numa aplicação deste dispositivo',
    typeCode: 'Depois, introduza o código que ela mostra.',
  },
  recoveryCodes: {
    heading: 'Os seus códigos de recuperação',
    lead: 'Guarde estes códigos num lugar seguro. Cada um funciona uma só vez. Não os podemos voltar a mostrar.',
    fileTitle: 'Códigos de recuperação de {site}',
  },
  overview: {
    on: 'Ativo. Depois de entrar, pedimos um código.',
    off: 'Inativo. Adicione uma aplicação de autenticação para proteger a sua conta.',
    required: 'Ativo. Este site exige-o.',
    added: 'Data de adição: {date}',
    lastUsed: 'Última utilização: {date}',
    aboutRecoveryCodes: 'Permitem-lhe entrar se perder o seu dispositivo.',
    codesLeft: 'Códigos restantes: {count}',
    fewCodes: 'Crie novos códigos antes que acabem.',
    aboutBrowsers: 'Nestes navegadores não pedimos um código.',
    until: 'Até {date}',
  },
  prove: {
    heading: 'Confirme que é você',
    lead: 'Antes de continuar, confirme que é você.',
    mailedInstead:
      '{provider} não nos indica que acabou de entrar. Enviámos um código para {email}.',
    signInInstead:
      '{provider} não nos indica que acabou de entrar. Entre de outra forma para confirmar que é você.',
    impossible:
      'Não podemos confirmar que é você. A sua conta não tem palavra-passe e não podemos enviar-lhe um código. Peça ajuda a este site.',
  },
  mails: {
    added: {
      subject: 'Foi adicionada uma nova forma de confirmar a entrada em {site}',
      lead: 'A partir de agora, a sua conta pede-a ao iniciar sessão.',
    },
    removed: {
      subject: 'Foi removida uma forma de confirmar a entrada em {site}',
      lead: 'A sua conta já não a aceita.',
    },
    switchedOff: {
      subject: 'O início de sessão em dois passos foi desativado em {site}',
      lead: 'A sua conta já não pede um código ao iniciar sessão.',
    },
    recoveryCodeUsed: {
      subject: 'Foi usado um código de recuperação em {site}',
      lead: 'Códigos restantes: {count}. Crie novos antes que acabem.',
    },
    recoveryCodesMade: {
      subject: 'Foram criados novos códigos de recuperação em {site}',
      lead: 'Os códigos antigos deixaram de funcionar.',
    },
    guessed: {
      subject: 'Foram escritos códigos errados em {site}',
      lead: 'Códigos errados seguidos: {count}. Talvez outra pessoa conheça os seus dados de acesso.',
    },
    locked: {
      subject: 'Foram escritos muitos códigos errados em {site}',
      lead: 'Códigos errados seguidos: {count}. Durante um máximo de 30 dias, só um código de recuperação ou uma chave de acesso abre a sua conta. Talvez outra pessoa conheça os seus dados de acesso.',
    },
    signInCode: {
      subject: 'O seu código para {site}',
      lead: 'Introduza este código para concluir o início de sessão.',
    },
    confirmCode: {
      subject: 'O seu código para {site}',
      lead: 'Introduza este código para confirmar que é você.',
    },
    when: 'Quando: {date}',
    browser: 'Navegador: {browser}',
    notYou: 'Não foi você? Proteja já a sua conta.',
    button: 'Proteger a minha conta',
    wasYou: 'Se foi você, não precisa de fazer nada.',
  },
}
