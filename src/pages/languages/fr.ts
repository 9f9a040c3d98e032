import type { PageTexts } from '../../model/page-texts.js'

/** French. */
export const texts: PageTexts = {
  signIn: {
    heading: 'Connexion',
    headingTo: 'Connexion à {site}',
    lead: 'pour continuer vers {site}',
    withProvider: 'Se connecter avec {provider}',
    continue: 'Continuer',
    withEmail: 'Se connecter par e-mail',
    withPassword: 'Se connecter avec un mot de passe',
    withPasskey: 'Utiliser une clé d’accès',
    mailInstead: 'Recevoir plutôt un lien par e-mail',
    email: 'Adresse e-mail',
    or: 'ou',
    almostDone: 'Presque terminé',
    showPassword: 'Afficher le mot de passe',
    lastUsed: 'Dernier utilisé',
    noProviders: 'Ce site ne propose pas encore de moyen de se connecter.',
    createPasskey: 'Créer une clé d’accès',
    passkeysUnavailable:
      'Les clés d’accès ne fonctionnent pas ici\u00a0: elles nécessitent JavaScript et un navigateur récent.',
    passkeyCancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez.',
  },
  signOut: {
    heading: 'Déconnexion',
    question: 'Voulez-vous vous déconnecter de {site}\u00a0?',
    plainQuestion: 'Voulez-vous vous déconnecter\u00a0?',
    button: 'Se déconnecter',
    stay: 'Ne pas se déconnecter',
  },
  verifyRequest: {
    heading: 'Consultez votre messagerie',
    sentTo: 'Nous avons envoyé un lien de connexion à {email}.',
    sent: 'Nous vous avons envoyé un lien de connexion.',
    openLink: 'Ouvrez-le pour terminer la connexion.',
    openLinkOrTypeCode: 'Ouvrez-le, ou saisissez ici le code reçu par e-mail.',
    spam: 'Toujours rien après une minute\u00a0? Regardez dans vos courriers indésirables.',
    tryAgain: 'Réessayer ou utiliser une autre adresse',
    code: 'Code reçu par e-mail',
    codeHint: 'Le code comporte {length} chiffres.',
    codeButton: 'Continuer',
    codeWrong: 'Ce code est incorrect ou a expiré. Vérifiez-le ou demandez un nouvel e-mail.',
  },
  confirm: {
    heading: 'Terminer la connexion',
    lead: 'Vous vous connectez à {site} en tant que {email}.',
    plainLead: 'Vous vous connectez en tant que {email}.',
    button: 'Se connecter',
    once: 'Ce lien ne fonctionne qu’une fois. Si vous ne l’avez pas demandé, quittez simplement cette page\u00a0: rien ne se passera.',
    notMe: 'Ce n’était pas moi',
  },
  grant: {
    heading: 'Autorisation requise',
    again: '{site} a de nouveau besoin de votre autorisation pour utiliser {provider}.',
    more: '{site} a besoin d’autorisations supplémentaires de votre part chez {provider}.',
    otherAccount:
      'Vous avez choisi un autre compte {provider} que celui qui est associé ici. Choisissez ce dernier, ou dissociez-le d’abord.',
    connect: 'Associer {provider}',
    connectAgain: 'Associer à nouveau {provider}',
  },
  links: {
    toSignIn: 'Retour à la connexion',
    toSite: 'Retour à {site}',
    toAccount: 'Retour à votre compte',
    signUp: 'Créer un compte',
    noAccount: 'Pas encore de compte\u00a0? Créer un compte',
    haveAccount: 'Vous avez déjà un compte\u00a0? Se connecter',
    terms: 'Conditions d’utilisation',
    privacy: 'Confidentialité',
  },
  mail: {
    subject: 'Connexion à {site}',
    heading: 'Connexion à {site}',
    button: 'Se connecter',
    link: 'Ouvrez ce lien pour vous connecter\u00a0:',
    linkInstead: 'Si le bouton ne fonctionne pas, ouvrez ce lien dans votre navigateur\u00a0:',
    code: 'Ou saisissez ce code là où vous avez demandé à vous connecter\u00a0:',
    once: 'Utilisable une seule fois. Durée de validité\u00a0: {duration}.',
    ignore: 'Si vous n’avez pas demandé cet e-mail, vous pouvez l’ignorer.',
  },
  errors: {
    general: {
      title: 'Un problème est survenu',
      sentence: 'L’opération n’a pas pu aboutir. Veuillez réessayer.',
    },
    Configuration: {
      title: 'Un problème est survenu de notre côté',
      sentence:
        'Nous n’avons pas pu vous connecter. Les responsables du site en trouveront la cause dans le journal.',
    },
    AccessDenied: {
      title: 'Accès refusé',
      sentence: 'Ce compte n’est pas autorisé à se connecter ici. Vous pouvez en essayer un autre.',
    },
    Verification: {
      title: 'Ce lien ne fonctionne plus',
      sentence:
        'Il a expiré ou a déjà été utilisé. Connectez-vous à nouveau pour en recevoir un autre.',
    },
    MissingCSRF: {
      title: 'Le formulaire avait expiré',
      sentence: 'Veuillez réessayer. Si cela se reproduit, autorisez les cookies pour ce site.',
    },
    CredentialsSignin: {
      title: 'Ces informations ne correspondent pas',
      sentence: 'Vérifiez votre saisie et réessayez.',
    },
    OAuthCallbackError: {
      title: 'La connexion n’a pas abouti',
      sentence: 'Elle a été annulée, ou l’autre service l’a refusée. Veuillez réessayer.',
    },
    OAuthAttemptLost: {
      title: 'Cette connexion est terminée',
      sentence:
        'Elle a duré trop longtemps, était déjà achevée ou a commencé dans un autre navigateur. Veuillez réessayer.',
    },
    OAuthMetadataInvalid: {
      title: 'Service injoignable',
      sentence:
        'Le service choisi n’est pas configuré comme prévu. Réessayez ou choisissez un autre moyen.',
    },
    OAuthProfileParseError: {
      title: 'Nous n’avons pas pu lire votre profil',
      sentence:
        'Le service choisi ne nous a pas indiqué qui vous êtes. Veuillez vous connecter autrement.',
    },
    OAuthRequestFailed: {
      title: 'Service injoignable',
      sentence: 'Le service choisi n’a pas répondu. Réessayez ou choisissez un autre moyen.',
    },
    OAuthResponseInvalid: {
      title: 'Nous n’avons pas pu vérifier la réponse',
      sentence: 'La réponse du service choisi n’a pas passé nos contrôles. Veuillez réessayer.',
    },
    OAuthAccountNotLinked: {
      title: 'Vous avez déjà un compte',
      sentence:
        'Votre adresse e-mail est déjà utilisée ici. Connectez-vous comme la première fois.',
    },
    AccountNotLinked: {
      title: 'Non associé à votre compte',
      sentence: 'Connectez-vous comme la première fois, puis ajoutez ce moyen.',
    },
    LastSignInMethod: {
      title: 'Votre dernier moyen de connexion',
      sentence: 'Ajoutez un autre moyen de vous connecter avant de supprimer celui-ci.',
    },
    InvalidEmailAddress: {
      title: 'Ce n’est pas une adresse e-mail',
      sentence: 'Vérifiez votre saisie et réessayez.',
    },
    EmailSignInError: {
      title: 'L’e-mail n’a pas pu être envoyé',
      sentence: 'Réessayez dans un instant ou connectez-vous autrement.',
    },
    TooManyRequests: {
      title: 'Trop de tentatives',
      sentence: 'Veuillez patienter un peu avant de réessayer.',
    },
    ServerBusy: {
      title: 'Très forte affluence',
      sentence: 'Nous sommes très sollicités. Réessayez dans un instant.',
    },
    WebAuthnVerificationError: {
      title: 'Clé d’accès refusée',
      sentence:
        'Nous n’avons pas pu vérifier votre clé d’accès. Réessayez ou connectez-vous autrement.',
    },
    SessionRequired: {
      title: 'Connectez-vous d’abord',
      sentence: 'La page demandée est réservée aux personnes connectées.',
    },
    CrossSiteRequest: {
      title: 'Requête bloquée',
      sentence:
        'Elle venait d’un autre site, nous ne l’avons donc pas exécutée. Veuillez recommencer ici.',
    },
    InvalidProvider: {
      title: 'Moyen de connexion inconnu',
      sentence: 'Ce site ne propose pas le moyen de connexion demandé.',
    },
    UnknownAction: {
      title: 'Page introuvable',
      sentence: 'Il n’y a rien à cette adresse.',
    },
    MethodNotAllowed: {
      title: 'Cette adresse ne s’utilise pas ainsi',
      sentence: 'Veuillez recommencer depuis la page de connexion.',
    },
    InvalidRequestBody: {
      title: 'Nous n’avons pas pu lire le formulaire',
      sentence: 'Une partie manquait ou a été endommagée en chemin. Veuillez réessayer.',
    },
    RequestBodyTooLarge: {
      title: 'Le formulaire était trop volumineux',
      sentence: 'Il contenait plus que ce que nous acceptons. Raccourcissez-le et réessayez.',
    },
    SessionTooLarge: {
      title: 'Nous n’avons pas pu conserver votre session',
      sentence:
        'Votre session contient plus que ce qu’un navigateur peut conserver. Les responsables du site peuvent y remédier.',
    },
    UntrustedHost: {
      title: 'Adresse inattendue',
      sentence: 'Ce site n’est pas prévu pour être consulté à l’adresse de votre navigateur.',
    },
  },
}
