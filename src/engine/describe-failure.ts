import { traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { describeRefusal } from '../errors/credentials-signin.js'
import { headersOf } from '../errors/error-headers.js'
import type { MistakeReport } from '../model/mistake-report.js'

/** How a response and its form present a failed sign-in or sign-out. */
export interface FailureDescription {
  /** The HTTP status of the response. */
  readonly status: number
  /** Headers that the response must have, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
  /** Messages to show next to a field, by the field's name. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>
  /** Messages about the form as a whole. */
  readonly formErrors: readonly string[]
}

type FormMessages = Pick<FailureDescription, 'fieldErrors' | 'formErrors'>

/**
 * Describes the error of a failed `signIn` or `signOut` for the form that was posted. The messages
 * are safe to show. They contain no details about your servers or users. Pass the `report` of the
 * result as well, so that the form on the dev server says what the log says.
 */
export function describeFailure(error: TypedAuthError, report?: MistakeReport): FailureDescription {
  const { status } = traitsOf(error)
  return { status, headers: headersOf(error), ...describeToUser(error, toText(report)) }
}

function describeToUser(error: TypedAuthError, logged: string | undefined): FormMessages {
  switch (error.type) {
    case 'CredentialsSignin': {
      const { message, fieldErrors } = describeRefusal(error)
      return { fieldErrors, formErrors: [message] }
    }
    case 'InvalidPassword':
      return { fieldErrors: { password: [describeProblem(error.problem)] }, formErrors: [] }
    case 'InvalidUserName':
      return { fieldErrors: { username: [describeNameProblem(error.problem)] }, formErrors: [] }
    case 'InvalidName':
      return { fieldErrors: { name: [nameRules] }, formErrors: [] }
    case 'InvalidProvider':
      return { fieldErrors: { providerId: [logged ?? error.message] }, formErrors: [] }
    case 'InvalidEmailAddress':
      return { fieldErrors: { email: ['This is not an e-mail address.'] }, formErrors: [] }
    case 'EmailSignInError':
      return formError('The mail could not be sent. Try again later.')
    case 'InvalidCode':
      return { fieldErrors: { code: ['That code is wrong or was used already.'] }, formErrors: [] }
    case 'PendingSignInLost':
      return formError('That took too long. Sign in again.')
    case 'ConfirmationRequired':
      return formError('Before you go on, confirm that it is you.')
    case 'TooManyRequests':
      return formError('There were too many attempts. Wait a little, then try again.')
    case 'ServerBusy':
      return formError('We are very busy. Try again in a moment.')
    case 'CrossSiteRequest':
      return formError('The request came from another site.')
    default:
      return formError(logged ?? 'This is not possible at the moment.')
  }
}

const nameRules = 'Use at most 100 characters, without line breaks or hidden characters.'

function describeProblem(problem: unknown): string {
  const { type, length } = Object(problem) as Partial<Record<string, unknown>>
  switch (type) {
    case 'too-short':
      return `Use at least ${Number(length)} characters.`
    case 'too-long':
      return `Use at most ${Number(length)} characters.`
    case 'known':
      return 'This password is in a list of leaked ones. Choose another.'
    case 'guessable':
      return 'This is too close to your address or the name of this site.'
    case 'same':
      return 'That is your current password. Choose a new one.'
    default:
      return 'Choose another password.'
  }
}

function describeNameProblem(problem: unknown): string {
  return problem === 'taken'
    ? 'This user name is taken. Choose another.'
    : 'Use 3 to 32 characters: letters from a to z, digits, dots, _ and -.'
}

function toText(report: MistakeReport | undefined): string | undefined {
  return report && [`${report.code}:`, report.problem, report.cure].filter(Boolean).join(' ')
}

function formError(message: string): FormMessages {
  return { fieldErrors: {}, formErrors: [message] }
}
