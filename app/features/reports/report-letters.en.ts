/** Letters to people who have no account. They are said on the server only. */
export const reportLettersEn = {
  confirm: {
    subject: "Please confirm your report: {{about}}",
    text: "Open this link and press “Publish my report”: from then on everybody can see it. Keep the letter: the same link lets you change the report, read what people write to you, and close it.",
    action: "Open my report",
  },
  ending: {
    subject: "Is your report still true? {{about}}",
    text: "Your report ends in a few days. If it is still true, one tap keeps it public. If it is over, please tell us how it ended.",
    action: "Keep or close my report",
  },
  message: {
    subject: "Somebody wrote to you: {{about}}",
    text: "There is a new message about your report. You answer on our page, so that nobody sees your address.",
    action: "Read and answer",
  },
  match: {
    subject: "A report may be of the same animal: {{about}}",
    text: "Open your report and look at both side by side. If it is the same animal, write to whoever reported it; if it is not, say so and we do not ask again.",
    action: "Compare both reports",
  },
  answer: {
    subject: "There is an answer: {{about}}",
    text: "Whoever reported it has answered you. Neither of you sees the other's address.",
    action: "Read and answer",
  },
  footer:
    "Aleef never asks for money or for a code to give a pet back. You get this letter because you left your address with a report.",
};
