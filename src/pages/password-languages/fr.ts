import type { PasswordTexts } from '../../model/password-texts.js'

/** French. */
export const texts: PasswordTexts = {
  fields: {
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    currentPassword: 'Mot de passe actuel',
    hint: 'Au moins {length} caractères. Quelques mots sans rapport entre eux conviennent bien.',
    username: 'Nom d’utilisateur',
    emailOrUsername: 'Adresse e-mail ou nom d’utilisateur',
    usernameHint: 'De 3 à 32 caractères\u00a0: lettres de a à z, chiffres, points, _ et -.',
  },
  buttons: {
    sendLink: 'Envoyer le lien',
    savePassword: 'Enregistrer le mot de passe',
    changePassword: 'Changer le mot de passe',
    confirmAddress: 'Confirmer l’adresse',
    restoreAddress: 'Rétablir l’adresse',
    continue: 'Continuer',
  },
  problems: {
    tooShort: 'Utilisez au moins {length} caractères.',
    tooLong: 'Utilisez au plus {length} caractères.',
    known:
      'Ce mot de passe figure dans une liste de mots de passe divulgués. Choisissez-en un autre.',
    guessable: 'Ce mot de passe ressemble trop à votre adresse ou au nom de ce site.',
    notText:
      'Ce mot de passe contient des caractères que nous ne pouvons pas lire. Choisissez-en un autre.',
    same: 'C’est votre mot de passe actuel. Choisissez-en un nouveau.',
    wrongCurrent: 'Ce n’est pas votre mot de passe actuel.',
    usernameTaken: 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',
    usernameNotAllowed:
      'Utilisez de 3 à 32 caractères\u00a0: lettres de a à z, chiffres, points, _ et -.',
    expiredLink: {
      title: 'Ce lien ne fonctionne plus',
      sentence: 'Il a expiré ou a déjà été utilisé. Demandez-en un nouveau ici.',
    },
  },
  links: { forgotPassword: 'Mot de passe oublié\u00a0?' },
  signUp: {
    heading: 'Créer un compte',
    lead: 'Saisissez votre adresse e-mail. Nous vous enverrons un lien pour choisir un mot de passe.',
    leadWithPassword:
      'Saisissez votre adresse e-mail et choisissez un mot de passe. Nous vous enverrons un lien pour confirmer l’adresse.',
  },
  forgotPassword: {
    heading: 'Mot de passe oublié\u00a0?',
    lead: 'Saisissez votre adresse e-mail. Nous vous enverrons un lien pour en définir un nouveau.',
  },
  mailSent: {
    lead: 'Si nous pouvons utiliser {email}, un e-mail est en route. Ouvrez le lien qu’il contient pour continuer.',
  },
  choosePassword: {
    firstHeading: 'Choisissez un mot de passe',
    newHeading: 'Choisissez un nouveau mot de passe',
    lead: 'pour votre compte sur {site}',
    signsOut: 'Toutes vos autres sessions seront fermées.',
  },
  changePassword: { heading: 'Changer le mot de passe' },
  addPassword: {
    heading: 'Ajouter un mot de passe',
    lead: 'Nous enverrons un lien à {email}. Ouvrez-le pour choisir un mot de passe.',
  },
  verifyEmail: {
    heading: 'Confirmez votre adresse e-mail',
    lead: 'Confirmez que {email} est votre adresse.',
  },
  changeAddress: {
    heading: 'Confirmez votre nouvelle adresse',
    lead: 'Votre compte utilisera désormais {email}.',
  },
  restoreAddress: {
    heading: 'Rétablir votre adresse',
    lead: 'Votre compte utilisera de nouveau {email}. Toutes vos sessions seront fermées et vous choisirez un nouveau mot de passe. Les moyens de connexion ajoutés depuis le changement seront supprimés, y compris les clés d’accès et les applications d’authentification.',
  },
  done: {
    passwordChanged: {
      title: 'Votre mot de passe a été changé',
      sentence: 'Toutes vos autres sessions ont été fermées.',
    },
    emailVerified: {
      title: 'Votre adresse est confirmée',
      sentence: 'Merci. Vous pouvez maintenant continuer.',
    },
    addressChanged: {
      title: 'Votre adresse a été changée',
      sentence: 'Votre compte utilise désormais la nouvelle.',
    },
    addressRestored: {
      title: 'Votre adresse a été rétablie',
      sentence:
        'Toutes vos sessions ont été fermées. Définissez un nouveau mot de passe pour continuer.',
    },
  },
  mails: {
    signUp: {
      subject: 'Définissez votre mot de passe pour {site}',
      lead: 'Choisissez un mot de passe avec ce lien.',
      button: 'Choisir un mot de passe',
    },
    alreadyRegistered: {
      subject: 'Vous avez déjà un compte sur {site}',
      lead: 'Quelqu’un, peut-être vous, a essayé de s’inscrire avec cette adresse. Vous pouvez vous connecter avec votre mot de passe ou en définir un nouveau avec ce lien.',
      leadWithMethods:
        'Quelqu’un, peut-être vous, a essayé de s’inscrire avec cette adresse. Vous pouvez vous connecter avec {methods} ou ajouter un mot de passe avec ce lien.',
      button: 'Définir un mot de passe',
    },
    reset: {
      subject: 'Définissez un nouveau mot de passe pour {site}',
      lead: 'Choisissez un nouveau mot de passe avec ce lien.',
      button: 'Choisir un nouveau mot de passe',
    },
    changed: {
      subject: 'Votre mot de passe pour {site} a été changé',
      lead: 'Si ce n’était pas vous, définissez-en un nouveau dès maintenant avec ce lien.',
      button: 'Définir un nouveau mot de passe',
    },
    verify: {
      subject: 'Confirmez votre adresse e-mail pour {site}',
      lead: 'Confirmez avec ce lien que cette adresse est la vôtre.',
      button: 'Confirmer l’adresse',
    },
    newAddress: {
      subject: 'Confirmez votre nouvelle adresse pour {site}',
      lead: 'Votre compte utilisera cette adresse dès que vous l’aurez confirmée avec ce lien.',
      button: 'Confirmer l’adresse',
    },
    addressRequested: {
      subject: 'Une nouvelle adresse a été demandée pour votre compte sur {site}',
      lead: 'Un changement de l’adresse e-mail de votre compte a été demandé. Rien n’a encore changé. Si ce n’était pas vous, définissez un nouveau mot de passe avec ce lien, ce qui annule la demande et ferme toutes les autres sessions.',
      button: 'Définir un nouveau mot de passe',
    },
    oldAddress: {
      subject: 'Votre adresse sur {site} a été changée',
      lead: 'Votre compte utilise maintenant une autre adresse e-mail. Si ce n’était pas vous, annulez ce changement avec ce lien.',
      button: 'Annuler le changement',
    },
    methodAdded: {
      subject: 'Un nouveau moyen de connexion à {site} a été ajouté',
      lead: 'Votre compte peut maintenant aussi être ouvert avec {methods}. Si ce n’était pas vous, définissez un nouveau mot de passe avec ce lien, ce qui ferme toutes les autres sessions, puis retirez {methods} de votre compte.',
      button: 'Définir un nouveau mot de passe',
    },
    wasYou: 'Si c’était vous, vous n’avez rien à faire.',
  },
}
