import BellRing from "lucide-react/icons/bell-ring";
import EyeOff from "lucide-react/icons/eye-off";
import HeartPulse from "lucide-react/icons/heart-pulse";
import LifeBuoy from "lucide-react/icons/life-buoy";
import Smartphone from "lucide-react/icons/smartphone";
import UserCheck from "lucide-react/icons/user-check";
import { useTranslation } from "react-i18next";
import { Point } from "../page-hero.tsx";

const reasons = [
  { key: "app", Icon: Smartphone },
  { key: "number", Icon: EyeOff },
  { key: "alert", Icon: BellRing },
  { key: "real", Icon: UserCheck },
  { key: "care", Icon: HeartPulse },
  { key: "free", Icon: LifeBuoy },
] as const;

export function WhyAleef() {
  const { t } = useTranslation();
  return (
    <section className="wrap mt-20 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.why.title")}</h2>
      <p className="mt-2 max-w-[54ch] text-lg text-ink-2">{t("pages.home.why.text")}</p>
      <ul className="mt-10 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {reasons.map(({ key, Icon }) => (
          <Point key={key} icon={<Icon />} title={t(`pages.home.why.${key}`)}>
            {t(`pages.home.why.${key}Text`)}
          </Point>
        ))}
      </ul>
    </section>
  );
}
