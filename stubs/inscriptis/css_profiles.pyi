CSS_PROFILES: dict[str, object]
