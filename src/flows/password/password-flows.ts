import { UnknownAction } from '../../errors/request-errors.js'
import { askForMail } from './ask-for-mail.js'
import { askForAddress, confirmAddress, showVerifyEmail } from './change-address.js'
import { changePassword, removePassword } from './change-password.js'
import { choosePassword } from './choose-password.js'
import type { PasswordFlows, PasswordProvider } from './password-provider.js'
import {
  findChangePassword,
  labelFields,
  linkPages,
  showAddressPage,
  showChangePassword,
  showMailSent,
  showResetPassword,
} from './show-password-pages.js'

/** The pages and forms for passwords. */
export const passwordFlows: PasswordFlows = {
  showSignUp: async (ctx, provider) => {
    requireSignUp(provider)
    return showAddressPage(ctx, 'sign-up')
  },
  signUp: async (ctx, provider) => {
    requireSignUp(provider)
    return askForMail(ctx, provider, 'sign-up')
  },
  showForgotPassword: (ctx) => showAddressPage(ctx, 'forgot-password'),
  forgotPassword: (ctx, provider) => askForMail(ctx, provider, 'reset'),
  showResetPassword,
  resetPassword: choosePassword,
  showChangePassword,
  changePassword,
  findChangePassword,
  changeEmail: askForAddress,
  showVerifyEmail,
  verifyEmail: confirmAddress,
  showMailSent,
  labelFields,
  linkPages,
  removePassword,
}

function requireSignUp({ passwords }: PasswordProvider): void {
  if (!passwords.allowsSignUp) throw new UnknownAction('The option `signUp` is false.')
}
