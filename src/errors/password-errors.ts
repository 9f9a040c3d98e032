import { SignInError } from './auth-error.js'

/** What is wrong with a new password, and the length that it should have. */
interface Problem {
  readonly type: string
  readonly length?: number
}

/** The rules for new passwords refuse the one that the user has chosen. */
export class InvalidPassword extends SignInError {
  override readonly type = 'InvalidPassword'
  /** What is wrong with it: a `PasswordProblem`. */
  readonly problem: Problem

  constructor(problem: Problem) {
    super(`The new password was refused: ${problem.type}.`)
    this.problem = problem
  }
}

/** The user name that the user has chosen is taken, or is not allowed. */
export class InvalidUserName extends SignInError {
  override readonly type = 'InvalidUserName'
  /** What is wrong with it: `taken` or `not-allowed`. */
  readonly problem: string

  constructor(problem: string) {
    super(`The user name was refused: ${problem}.`)
    this.problem = problem
  }
}
