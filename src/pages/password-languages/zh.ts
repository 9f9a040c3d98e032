import type { PasswordTexts } from '../../model/password-texts.js'

/** Chinese, simplified. */
export const texts: PasswordTexts = {
  fields: {
    password: '密码',
    newPassword: '新密码',
    currentPassword: '当前密码',
    hint: '至少 {length} 个字符。几个互不相关的词语就能组成好密码。',
    username: '用户名',
    emailOrUsername: '电子邮箱或用户名',
    usernameHint: '3 到 32 个字符：字母 a 到 z、数字、点、_ 和 -。',
  },
  buttons: {
    sendLink: '发送链接',
    savePassword: '保存密码',
    changePassword: '修改密码',
    confirmAddress: '确认邮箱',
    restoreAddress: '恢复邮箱',
    continue: '继续',
  },
  problems: {
    tooShort: '请至少使用 {length} 个字符。',
    tooLong: '请最多使用 {length} 个字符。',
    known: '此密码在已泄露密码的列表中。请另选一个。',
    guessable: '此密码与您的邮箱或本网站的名称过于相似。',
    notText: '此密码包含我们无法识别的字符。请另选一个。',
    same: '这是您当前的密码。请选择新密码。',
    wrongCurrent: '这不是您当前的密码。',
    usernameTaken: '此用户名已被占用。请另选一个。',
    usernameNotAllowed: '请使用 3 到 32 个字符：字母 a 到 z、数字、点、_ 和 -。',
    expiredLink: {
      title: '此链接已失效',
      sentence: '链接已过期或已被使用。请在此获取新链接。',
    },
  },
  links: { forgotPassword: '忘记密码？' },
  signUp: {
    heading: '创建账号',
    lead: '请输入您的邮箱。我们会向您发送用于设置密码的链接。',
    leadWithPassword: '请输入您的电子邮箱并设置密码。我们会向您发送一个用于确认邮箱的链接。',
  },
  forgotPassword: {
    heading: '忘记密码？',
    lead: '请输入您的邮箱。我们会向您发送用于设置新密码的链接。',
  },
  mailSent: {
    lead: '如果 {email} 可用，您很快会收到邮件。请打开其中的链接以继续。',
  },
  choosePassword: {
    firstHeading: '设置密码',
    newHeading: '设置新密码',
    lead: '用于您在 {site} 的账号',
    signsOut: '您将在所有其他设备上退出登录。',
  },
  changePassword: { heading: '修改密码' },
  addPassword: {
    heading: '添加密码',
    lead: '我们会向 {email} 发送链接。打开链接即可设置密码。',
  },
  verifyEmail: {
    heading: '确认您的邮箱',
    lead: '请确认 {email} 是您的邮箱。',
  },
  changeAddress: {
    heading: '确认您的新邮箱',
    lead: '您的账号今后将使用 {email}。',
  },
  restoreAddress: {
    heading: '恢复您的邮箱',
    lead: '您的账号将重新使用 {email}。您将在所有设备上退出登录，并设置新密码。更改之后添加的登录方式将被移除，包括通行密钥和身份验证器应用。',
  },
  done: {
    passwordChanged: {
      title: '您的密码已修改',
      sentence: '您已在所有其他设备上退出登录。',
    },
    emailVerified: {
      title: '您的邮箱已确认',
      sentence: '谢谢。您现在可以继续。',
    },
    addressChanged: {
      title: '您的邮箱已更改',
      sentence: '您的账号今后将使用新邮箱。',
    },
    addressRestored: {
      title: '您的邮箱已恢复',
      sentence: '您已在所有设备上退出登录。请设置新密码以继续。',
    },
  },
  mails: {
    signUp: {
      subject: '设置您在 {site} 的密码',
      lead: '请通过此链接设置密码。',
      button: '设置密码',
    },
    alreadyRegistered: {
      subject: '您在 {site} 已有账号',
      lead: '有人尝试用此邮箱注册，也可能是您本人。您可以用您的密码登录，或通过此链接设置新密码。',
      leadWithMethods:
        '有人尝试用此邮箱注册，也可能是您本人。您可以使用 {methods} 登录，或通过此链接添加密码。',
      button: '设置密码',
    },
    reset: {
      subject: '设置您在 {site} 的新密码',
      lead: '请通过此链接设置新密码。',
      button: '设置新密码',
    },
    changed: {
      subject: '您在 {site} 的密码已修改',
      lead: '如果不是您本人操作，请立即通过此链接设置新密码。',
      button: '设置新密码',
    },
    verify: {
      subject: '确认您在 {site} 的邮箱',
      lead: '请通过此链接确认这是您的邮箱。',
      button: '确认邮箱',
    },
    newAddress: {
      subject: '确认您在 {site} 的新邮箱',
      lead: '通过此链接确认后，您的账号将使用此邮箱。',
      button: '确认邮箱',
    },
    addressRequested: {
      subject: '您在 {site} 的账号收到了更改邮箱的请求',
      lead: '有人请求更改您账号的邮箱，目前尚未更改。如果不是您本人操作，请通过此链接设置新密码，该请求将被取消，其他会话将全部结束。',
      button: '设置新密码',
    },
    oldAddress: {
      subject: '您在 {site} 的邮箱已更改',
      lead: '您的账号现在使用另一个邮箱。如果不是您本人操作，请通过此链接撤销更改。',
      button: '撤销更改',
    },
    methodAdded: {
      subject: '您在 {site} 新增了登录方式',
      lead: '现在也可以使用 {methods} 登录您的账户。如果不是您本人操作，请通过此链接设置新密码（其他会话将全部结束），并从您的账户中移除 {methods}。',
      button: '设置新密码',
    },
    wasYou: '如果是您本人操作，则无需采取任何行动。',
  },
}
