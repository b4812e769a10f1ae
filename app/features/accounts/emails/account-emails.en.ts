/** What letters say; they are written on the server alone. */
export const accountLettersEn = {
  letters: {
    hello: "Hello {{name}},",
    helloUnnamed: "Hello,",
    footer: "You receive this letter because somebody used this address at Aleef. If it was not you, please ignore it.",
    verify: {
      subject: "Please confirm your e-mail address",
      text: "Welcome to Aleef! Please confirm that this address is yours. The link works for 24 hours.",
      action: "Confirm my address",
    },
    reset: {
      subject: "Set a new password",
      text: "Somebody, we hope you, asked for a new password. The link works once and for 15 minutes. If you did not ask, your old password still works and there is nothing to do.",
      action: "Set a new password",
    },
    known: {
      subject: "You already have an account",
      text: "Somebody, probably you, tried to sign up with this address, which already has an account. Just log in; if you forgot the password, set a new one here.",
      action: "Set a new password",
    },
    unverified: {
      subject: "Your account is waiting for you",
      text: "Somebody, probably you, tried to sign up with this address again. It already has an account that was never confirmed. Set a password here; that confirms the address too.",
      action: "Set a password and confirm",
    },
    passwordChanged: {
      subject: "Your password was changed",
      text: "The password of your account was changed just now. If that was you, there is nothing to do. If it was not, set a new one at once; that logs everybody else out.",
      action: "It was not me: set a new password",
    },
    twoStepsOn: {
      subject: "You now log in with two steps",
      text: "From now on logging in asks for a code of your app beside the password, and every other device was logged out. Please keep your recovery codes where you find them without your phone. If it was not you who turned this on, set a new password and write to us.",
      action: "It was not me: set a new password",
    },
    twoStepsOff: {
      subject: "Logging in with two steps is off",
      text: "From now on your password alone is enough to log in. If it was not you who turned the second step off, set a new password at once.",
      action: "It was not me: set a new password",
    },
    twoStepsTakenOff: {
      subject: "We have turned your second step off",
      text: "An administrator has turned logging in with two steps off for your account, because we were told that you lost your phone. Every device was logged out, and your password alone is enough now. If you did not ask for this, set a new password at once and write to us.",
      action: "It was not me: set a new password",
    },
    recoveryUsed: {
      subject: "A recovery code was used",
      text: "One of your recovery codes was used just now; it does not work again. If that was you, look in the settings how many are left. If it was not, set a new password at once.",
      action: "It was not me: set a new password",
    },
    recoveryRenewed: {
      subject: "You have new recovery codes",
      text: "New recovery codes were made for your account, and the old ones no longer work. If it was not you, set a new password at once.",
      action: "It was not me: set a new password",
    },
    codesTried: {
      subject: "Somebody knows your password",
      text: "Somebody gave your right password and then five wrong codes, and was not let in. If that was you, there is nothing to do but try again. If it was not, set a new password now.",
      action: "It was not me: set a new password",
    },
    emailTaken: {
      subject: "Your address is in use here already",
      text: "Somebody, perhaps you, wanted another account to use this address. That is not possible, since it belongs to yours. Nothing was changed. If you forgot your password, set a new one here.",
      action: "Set a new password",
    },
    emailConfirm: {
      subject: "Please confirm your new address",
      text: "From now on you log in with this address, and our letters come here. Please confirm that it is yours. The link works once and for an hour.",
      action: "Confirm my new address",
    },
    emailAsked: {
      subject: "Somebody wants to change your address",
      text: "Somebody, we hope you, wants to log in with {{email}} instead of this address. If that was you, open the letter that we sent there. If it was not, stop it here: we log everybody out and help you set a new password.",
      action: "This was not me",
    },
    emailChanged: {
      subject: "Your address was changed",
      text: "Your account now uses {{email}}. If that was not you, take it back here within a week: your account goes back to this address, everybody is logged out and we help you set a new password.",
      action: "This was not me",
    },
    farewell: {
      subject: "Your account is deleted",
      text: "Your account and what belonged to it are deleted, as you wished. Your tags show nothing any more. This is our last letter to you. If it was not you who deleted the account, please write to us.",
      action: "Write to us",
    },
  },
};
