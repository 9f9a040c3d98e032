import type { PageTexts } from '../../model/page-texts.js'

/** Portuguese. */
export const texts: PageTexts = {
  signIn: {
    heading: 'Entrar',
    headingTo: 'Entrar em {site}',
    lead: 'para continuar em {site}',
    withProvider: 'Entrar com {provider}',
    continue: 'Continuar',
    withEmail: 'Entrar com e-mail',
    withPassword: 'Entrar com senha',
    withPasskey: 'Usar uma chave de acesso',
    mailInstead: 'Receber um link por e-mail',
    email: 'Endereço de e-mail',
    or: 'ou',
    almostDone: 'Quase concluído',
    showPassword: 'Mostrar palavra-passe',
    lastUsed: 'Último usado',
    noProviders: 'Este site ainda não oferece uma forma de entrar.',
    createPasskey: 'Criar uma chave de acesso',
    passkeysUnavailable:
      'As chaves de acesso não funcionam aqui: precisam de JavaScript e de um navegador atual.',
    passkeyCancelled: 'Nenhuma chave de acesso foi usada. Tente novamente.',
  },
  signOut: {
    heading: 'Sair',
    question: 'Deseja sair de {site}?',
    plainQuestion: 'Deseja sair?',
    button: 'Sair',
    stay: 'Continuar na conta',
  },
  verifyRequest: {
    heading: 'Verifique o seu e-mail',
    sentTo: 'Enviámos um link de acesso para {email}.',
    sent: 'Enviámos-lhe um link de acesso.',
    openLink: 'Abra-o para concluir o acesso.',
    openLinkOrTypeCode: 'Abra-o ou digite aqui o código recebido por e-mail.',
    spam: 'Nada depois de um minuto? Veja na pasta de spam.',
    tryAgain: 'Tentar de novo ou usar outro endereço',
    code: 'Código recebido por e-mail',
    codeHint: 'O código tem {length} dígitos.',
    codeButton: 'Continuar',
    codeWrong: 'O código está errado ou expirou. Confira-o ou peça um novo e-mail.',
  },
  confirm: {
    heading: 'Concluir o acesso',
    lead: 'Está a entrar em {site} como {email}.',
    plainLead: 'Está a entrar como {email}.',
    button: 'Entrar',
    once: 'O link só funciona uma vez. Se não o pediu, basta sair desta página: nada acontecerá.',
    notMe: 'Não fui eu',
  },
  grant: {
    heading: 'É necessária sua autorização',
    again: '{site} precisa novamente da sua autorização para usar {provider}.',
    more: '{site} precisa de mais autorizações suas em {provider}.',
    otherAccount:
      'Você escolheu outra conta de {provider}, diferente da que está associada aqui. Escolha essa conta ou desassocie-a primeiro.',
    connect: 'Associar {provider}',
    connectAgain: 'Associar {provider} novamente',
  },
  links: {
    toSignIn: 'Voltar à página de acesso',
    toSite: 'Voltar a {site}',
    toAccount: 'Voltar à sua conta',
    signUp: 'Criar conta',
    noAccount: 'Ainda não tem uma conta? Criar conta',
    haveAccount: 'Já tem uma conta? Entrar',
    terms: 'Termos de utilização',
    privacy: 'Política de privacidade',
  },
  mail: {
    subject: 'Entrar em {site}',
    heading: 'Entrar em {site}',
    button: 'Entrar',
    link: 'Abra este link para entrar:',
    linkInstead: 'Se o botão não funcionar, abra este link no navegador:',
    code: 'Ou digite este código onde pediu para entrar:',
    once: 'Só pode ser usado uma vez. Validade: {duration}.',
    ignore: 'Se não pediu este e-mail, pode ignorá-lo.',
  },
  errors: {
    general: {
      title: 'Algo correu mal',
      sentence: 'Não foi possível concluir. Tente novamente.',
    },
    Configuration: {
      title: 'Algo correu mal do nosso lado',
      sentence: 'Não foi possível entrar. Os responsáveis pelo site encontram a causa no registo.',
    },
    AccessDenied: {
      title: 'Acesso negado',
      sentence: 'Esta conta não tem permissão para entrar aqui. Pode tentar com outra.',
    },
    Verification: {
      title: 'Este link já não funciona',
      sentence: 'Expirou ou já foi usado. Entre novamente para receber outro.',
    },
    MissingCSRF: {
      title: 'O formulário tinha expirado',
      sentence: 'Tente novamente. Se voltar a acontecer, permita cookies para este site.',
    },
    CredentialsSignin: {
      title: 'Os dados não correspondem',
      sentence: 'Confira o que escreveu e tente novamente.',
    },
    OAuthCallbackError: {
      title: 'O acesso não foi concluído',
      sentence: 'Foi cancelado ou o outro serviço recusou-o. Tente novamente.',
    },
    OAuthAttemptLost: {
      title: 'Esse acesso terminou',
      sentence:
        'Demorou demasiado, já estava concluído ou começou noutro navegador. Tente novamente.',
    },
    OAuthMetadataInvalid: {
      title: 'Não foi possível contactar o serviço',
      sentence:
        'O serviço escolhido não está configurado como esperado. Tente novamente ou escolha outra forma.',
    },
    OAuthProfileParseError: {
      title: 'Não foi possível ler o seu perfil',
      sentence: 'O serviço escolhido não nos disse quem é. Escolha outra forma de entrar.',
    },
    OAuthRequestFailed: {
      title: 'Não foi possível contactar o serviço',
      sentence: 'O serviço escolhido não respondeu. Tente novamente ou escolha outra forma.',
    },
    OAuthResponseInvalid: {
      title: 'Não foi possível verificar a resposta',
      sentence:
        'A resposta do serviço escolhido não passou nas nossas verificações. Tente novamente.',
    },
    OAuthAccountNotLinked: {
      title: 'Já tem uma conta',
      sentence: 'O seu e-mail já é usado aqui. Entre da mesma forma que da primeira vez.',
    },
    AccountNotLinked: {
      title: 'Não está ligado à sua conta',
      sentence: 'Entre como da primeira vez e depois adicione este método.',
    },
    LastSignInMethod: {
      title: 'A sua última forma de entrar',
      sentence: 'Adicione outra forma de entrar antes de remover esta.',
    },
    InvalidEmailAddress: {
      title: 'Isto não é um endereço de e-mail',
      sentence: 'Confira o que escreveu e tente novamente.',
    },
    EmailSignInError: {
      title: 'Não foi possível enviar o e-mail',
      sentence: 'Tente novamente dentro de momentos ou entre de outra forma.',
    },
    TooManyRequests: {
      title: 'Demasiadas tentativas',
      sentence: 'Espere um pouco antes de tentar novamente.',
    },
    ServerBusy: {
      title: 'Muito movimento',
      sentence: 'Estamos com muito movimento. Tente novamente dentro de momentos.',
    },
    WebAuthnVerificationError: {
      title: 'Chave de acesso não aceite',
      sentence:
        'Não foi possível verificar a sua chave de acesso. Tente novamente ou entre de outra forma.',
    },
    SessionRequired: {
      title: 'Entre primeiro',
      sentence: 'A página pedida é só para quem entrou na sua conta.',
    },
    CrossSiteRequest: {
      title: 'Pedido bloqueado',
      sentence: 'Veio de outro site, por isso não foi executado. Comece novamente aqui.',
    },
    InvalidProvider: {
      title: 'Forma de entrar desconhecida',
      sentence: 'Este site não oferece a forma de entrar pedida.',
    },
    UnknownAction: {
      title: 'Página não encontrada',
      sentence: 'Não há nada neste endereço.',
    },
    MethodNotAllowed: {
      title: 'Este endereço não funciona assim',
      sentence: 'Comece novamente na página de acesso.',
    },
    InvalidRequestBody: {
      title: 'Não foi possível ler o formulário',
      sentence: 'Uma parte faltava ou danificou-se pelo caminho. Tente novamente.',
    },
    RequestBodyTooLarge: {
      title: 'O formulário era demasiado grande',
      sentence: 'Continha mais do que aceitamos. Encurte-o e tente novamente.',
    },
    SessionTooLarge: {
      title: 'Não foi possível manter a sessão',
      sentence:
        'A sua sessão contém mais do que um navegador consegue guardar. Os responsáveis pelo site podem resolver.',
    },
    UntrustedHost: {
      title: 'Endereço inesperado',
      sentence: 'Este site não está preparado para o endereço que o seu navegador mostra.',
    },
  },
}
