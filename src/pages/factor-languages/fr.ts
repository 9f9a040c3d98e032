import type { FactorTexts } from '../../model/factor-texts.js'

/** French. */
export const texts: FactorTexts = {
  names: {
    twoStep: 'Connexion en deux étapes',
    app: 'Application d’authentification',
    recoveryCodes: 'Codes de récupération',
    passkey: 'Clé de sécurité ou clé d’accès',
    emailCode: 'Code par e-mail',
    browsers: 'Navigateurs de confiance',
    unknownBrowser: 'Navigateur inconnu',
  },
  fields: {
    code: 'Code',
    codeHint: 'Le code comporte 6 chiffres.',
    recoveryCode: 'Code de récupération',
    password: 'Mot de passe',
  },
  buttons: {
    continue: 'Continuer',
    confirm: 'Confirmer',
    remove: 'Supprimer',
    removeNamed: 'Supprimer {name}',
    addApp: 'Ajouter une application d’authentification',
    newCodes: 'Créer de nouveaux codes',
    download: 'Télécharger en texte',
    sendCode: 'Envoyer le code',
    sendAgain: 'Envoyer un nouveau code',
    usePasskey: 'Utiliser une clé d’accès',
    cancel: 'Annuler',
  },
  problems: {
    wrongCode: 'Ce code est incorrect ou a déjà été utilisé. Attendez le suivant.',
    clock: 'Toujours incorrect\u00a0? Vérifiez que l’horloge de votre appareil est à l’heure.',
    wrongMailedCode: 'Ce code est incorrect ou a expiré. Vérifiez-le ou demandez-en un nouveau.',
    wrongRecoveryCode: 'Ce n’est pas l’un de vos codes de récupération, ou il a déjà été utilisé.',
    wrongPassword: 'Ce n’est pas votre mot de passe.',
    limit: {
      title: 'Trop de codes incorrects',
      sentence: 'Réessayez dans {duration}.',
    },
    expired: {
      title: 'Cela a pris trop de temps',
      sentence: 'Connectez-vous à nouveau.',
    },
  },
  instead: {
    code: 'Utiliser plutôt l’application d’authentification',
    recoveryCode: 'Utiliser plutôt un code de récupération',
    passkey: 'Utiliser plutôt une clé d’accès',
    emailCode: 'Recevoir plutôt un code par e-mail',
    password: 'Utiliser plutôt le mot de passe',
    provider: 'Se connecter à nouveau',
  },
  ask: {
    code: 'Saisissez le code de votre application d’authentification.',
    recoveryCode: 'Saisissez l’un de vos codes de récupération. Il ne fonctionne qu’une fois.',
    passkey: 'Utilisez votre clé d’accès ou votre clé de sécurité.',
    emailCode: 'Nous enverrons un code à {email}.',
    emailCodeSent: 'Saisissez le code que nous avons envoyé à {email}.',
    password: 'Saisissez votre mot de passe.',
    provider: 'Continuer avec {provider}',
  },
  secondFactor: {
    remember: 'Ne plus demander dans ce navigateur pendant {duration}',
  },
  addApp: {
    heading: 'Ajouter une application d’authentification',
    required: '{site} demande une deuxième étape à la connexion.',
    lead: 'Scannez ceci avec votre application, ou saisissez la clé.',
    qrCode: 'Code QR pour votre application d’authentification',
    key: 'Clé',
    openApp: 'Ouvrir dans une application de cet appareil',
    typeCode: 'Saisissez ensuite le code qu’elle affiche.',
  },
  recoveryCodes: {
    heading: 'Vos codes de récupération',
    lead: 'Gardez ces codes en lieu sûr. Chacun ne fonctionne qu’une fois. Nous ne pourrons plus les afficher.',
    fileTitle: 'Codes de récupération pour {site}',
  },
  overview: {
    on: 'Activée. Après la connexion, nous demandons un code.',
    off: 'Désactivée. Ajoutez une application d’authentification pour protéger votre compte.',
    required: 'Activée. Ce site l’exige.',
    added: 'Ajouté le {date}',
    lastUsed: 'Dernière utilisation\u00a0: {date}',
    aboutRecoveryCodes: 'Ils vous permettent d’entrer si vous perdez votre appareil.',
    codesLeft: 'Codes restants\u00a0: {count}',
    fewCodes: 'Créez de nouveaux codes avant d’en manquer.',
    aboutBrowsers: 'Nous ne demandons pas de code dans ces navigateurs.',
    until: 'Jusqu’au {date}',
  },
  prove: {
    heading: 'Confirmez que c’est vous',
    lead: 'Avant de continuer, confirmez que c’est bien vous.',
    mailedInstead:
      '{provider} ne nous indique pas que vous venez de vous connecter. Nous avons envoyé un code à {email}.',
    signInInstead:
      '{provider} ne nous indique pas que vous venez de vous connecter. Connectez-vous autrement pour confirmer qu’il s’agit bien de vous.',
    impossible:
      'Nous ne pouvons pas confirmer que c’est vous. Votre compte n’a pas de mot de passe et nous ne pouvons pas vous envoyer de code. Demandez de l’aide à ce site.',
  },
  mails: {
    added: {
      subject: 'Un nouveau moyen de confirmer la connexion a été ajouté sur {site}',
      lead: 'Votre compte le demandera désormais à la connexion.',
    },
    removed: {
      subject: 'Un moyen de confirmer la connexion a été supprimé sur {site}',
      lead: 'Votre compte ne l’accepte plus.',
    },
    switchedOff: {
      subject: 'La connexion en deux étapes a été désactivée sur {site}',
      lead: 'Votre compte ne demande plus de code à la connexion.',
    },
    recoveryCodeUsed: {
      subject: 'Un code de récupération a été utilisé sur {site}',
      lead: 'Codes restants\u00a0: {count}. Créez-en de nouveaux avant d’en manquer.',
    },
    recoveryCodesMade: {
      subject: 'De nouveaux codes de récupération ont été créés sur {site}',
      lead: 'Les anciens codes ne fonctionnent plus.',
    },
    guessed: {
      subject: 'Des codes incorrects ont été saisis sur {site}',
      lead: 'Codes incorrects de suite\u00a0: {count}. Quelqu’un d’autre connaît peut-être vos identifiants.',
    },
    locked: {
      subject: 'De nombreux codes incorrects ont été saisis sur {site}',
      lead: 'Codes incorrects de suite\u00a0: {count}. Pendant 30 jours au plus, seul un code de récupération ou une clé d’accès ouvre votre compte. Quelqu’un d’autre connaît peut-être vos identifiants.',
    },
    signInCode: {
      subject: 'Votre code pour {site}',
      lead: 'Saisissez ce code pour terminer la connexion.',
    },
    confirmCode: {
      subject: 'Votre code pour {site}',
      lead: 'Saisissez ce code pour confirmer que c’est vous.',
    },
    when: 'Date\u00a0: {date}',
    browser: 'Navigateur\u00a0: {browser}',
    notYou: 'Ce n’était pas vous\u00a0? Sécurisez votre compte maintenant.',
    button: 'Sécuriser mon compte',
    wasYou: 'Si c’était vous, vous n’avez rien à faire.',
  },
}
