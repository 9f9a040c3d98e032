import { UnknownAction } from '../../errors/request-errors.js'
import { applyPasswordChange } from './apply-change.js'
import { askForMail } from './ask-for-mail.js'
import { askForAddress } from './change-address.js'
import { changePassword, removePassword } from './change-password.js'
import { choosePassword } from './choose-password.js'
import { confirmAddress, showVerifyEmail } from './confirm-address.js'
import { describeLink } from './describe-link.js'
import { holdSignIn } from './hold-sign-in.js'
import { signUpAtOnce } from './sign-up-at-once.js'
import type { PasswordFlows, PasswordProvider } from './password-provider.js'
import {
  findChangePassword,
  labelFields,
  linkPages,
  showAddressPage,
  showChangePassword,
  showMailSent,
} from './show-password-pages.js'
import { showResetPassword } from './show-reset-password.js'
import { notifyMethodAdded } from './notify-owner.js'

/** The pages and forms for passwords. */
export const passwordFlows: PasswordFlows = {
  showSignUp: async (ctx, provider) => {
    requireSignUp(provider)
    return showAddressPage(ctx, 'sign-up', provider)
  },
  signUp: async (ctx, provider) => {
    requireSignUp(provider)
    return provider.passwords.requiresProof
      ? askForMail(ctx, provider, 'sign-up')
      : signUpAtOnce(ctx, provider)
  },
  showForgotPassword: (ctx, provider) => showAddressPage(ctx, 'forgot-password', provider),
  forgotPassword: (ctx, provider) => askForMail(ctx, provider, 'reset'),
  showResetPassword,
  resetPassword: choosePassword,
  showChangePassword,
  changePassword,
  findChangePassword,
  changeEmail: askForAddress,
  showVerifyEmail,
  verifyEmail: confirmAddress,
  describeLink,
  showMailSent,
  labelFields,
  linkPages,
  removePassword,
  holdSignIn,
  applyPasswordChange,
  notifyMethodAdded,
}

function requireSignUp({ passwords }: PasswordProvider): void {
  if (!passwords.allowsSignUp) throw new UnknownAction('The option `signUp` is false.')
}
