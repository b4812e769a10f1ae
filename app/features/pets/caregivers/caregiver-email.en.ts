/** The letter to a carer without an account; never sent to a browser. */
export const carerLetterEn = {
  subject: "{{owner}} asks you to help care for {{name}}",
  text: "{{owner}} would like you to care for {{name}} too.",
  levels: {
    alerts:
      "You would hear at once when somebody scans the tag of {{name}}, when {{name}} is lost, and when {{name}} is home again.",
    see: "You would get the alerts about {{name}}, and could read the profile, the health record and the scans.",
    edit: "You would get the alerts about {{name}}, could read the profile, the health record and the scans, and keep profile and record up to date.",
  },
  how: "Sign up in Aleef with this e-mail address, then accept or decline within 14 days. It costs nothing.",
  action: "See the invitation",
  footer:
    "You get this letter once, because {{owner}} typed your address in Aleef. If you do nothing, nothing happens.",
};
