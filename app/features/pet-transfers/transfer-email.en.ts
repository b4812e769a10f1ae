/** The letter to a new owner without an account; never sent to a browser. */
export const transferLetterEn = {
  subject: "{{giver}} wants to give you {{name}}",
  text: "{{giver}} wants to give you {{name}}, with the profile, the health record and the tags on the collar.",
  how: "Sign up in Aleef with this e-mail address, look at everything in peace, and accept or decline within 7 days.",
  action: "See the offer",
  footer:
    "You get this letter once, because {{giver}} typed your address in Aleef. If you do nothing, nothing happens.",
};
