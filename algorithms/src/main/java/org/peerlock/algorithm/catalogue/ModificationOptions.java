package org.peerlock.algorithm.catalogue;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.permission.ImplicitReply;
import org.peerlock.algorithm.permission.Modifications;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RicartAgrawalaModulo;

/**
 * The option by which {@link Modifications} of Ricart and Agrawala 1981, section 6, are combined,
 * such as {@code with=broadcast,modulo=7}.
 */
final class ModificationOptions {

    static final String MODULUS = "modulus";
    static final String MODULO_AND_READERS =
            "readers do not wait for each other, so one may get any number of numbers ahead of another,"
                    + " and modulo M it then looks older";

    private static final String WITH = "with";
    private static final String EQUALS = "=";

    /** A modification that can be combined. */
    private enum Modification {
        /** 6.2. */
        BROADCAST,
        /** 6.2.2. */
        BROADCAST_REPLY,
        /** 6.4. */
        MODULO,
        /** 6.5 (1). */
        INCREMENTS,
        /** 6.6. */
        READERS_WRITERS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        private static Modification named(String name) {
            for (Modification modification : values()) {
                if (modification.toString().equals(name)) {
                    return modification;
                }
            }
            throw new IllegalArgumentException(
                    "there is no modification '" + name + "'; there are: " + names(EnumSet.allOf(Modification.class)));
        }
    }

    private ModificationOptions() {}

    static CatalogueEntry<RicartAgrawala.State, RicartAgrawala.Message> ricartAgrawala() {
        return new CatalogueEntry<>(RicartAgrawala.PROFILE, option(EnumSet.allOf(Modification.class)), config -> {
            SortedMap<Modification, String> with = with(config);
            Modifications modifications = combined(with.keySet());
            if (!with.containsKey(Modification.MODULO)) {
                return me -> new RicartAgrawala(me, config.nodes(), modifications);
            }
            int modulus = modulus(config, with.get(Modification.MODULO));
            return me -> new RicartAgrawalaModulo(me, config.nodes(), RicartAgrawala.PROFILE, modifications, modulus);
        });
    }

    static CatalogueEntry<ImplicitReply.State, ImplicitReply.Message> implicitReply() {
        Set<Modification> possible = EnumSet.complementOf(EnumSet.of(Modification.MODULO));
        return new CatalogueEntry<>(ImplicitReply.PROFILE, option(possible), config -> {
            Set<Modification> with = with(config).keySet();
            refuse(
                    with.contains(Modification.MODULO),
                    "ra-implicit-reply and modulo do not combine: a missing answer carries no fence, and numbers that"
                            + " recur give none");
            Modifications modifications = combined(with);
            return me -> new ImplicitReply(me, config.nodes(), modifications);
        });
    }

    static CatalogueEntry<RicartAgrawala.State, RicartAgrawala.Message> modulo() {
        SortedMap<String, String> options = new TreeMap<>();
        options.put(MODULUS, "how many numbers there are; default and least 2N-1");
        return new CatalogueEntry<>(RicartAgrawalaModulo.PROFILE, options, config -> {
            refuse(
                    config.capacity().kind() == Capacity.Kind.READ_WRITE,
                    RicartAgrawalaModulo.PROFILE.id() + " cannot serve a read-write lock: " + MODULO_AND_READERS
                            + "; ra-readers-writers serves one");
            int modulus = modulus(config, config.options().getOrDefault(MODULUS, ""));
            return me -> new RicartAgrawalaModulo(me, config.nodes(), modulus);
        });
    }

    /** The modulus, by default the least one. */
    private static int modulus(GroupConfig config, String value) {
        return value.isEmpty()
                ? RicartAgrawalaModulo.leastModulus(config.nodes())
                : GroupConfig.number(MODULUS, value, 1, Integer.MAX_VALUE);
    }

    private static SortedMap<String, String> option(Set<Modification> possible) {
        SortedMap<String, String> options = new TreeMap<>();
        options.put(WITH, "such as broadcast,increments: modifications, of " + names(possible) + "; default none");
        return options;
    }

    private static String names(Set<Modification> modifications) {
        return modifications.stream()
                .map(modification -> modification == Modification.MODULO ? "modulo[=M]" : modification.toString())
                .collect(Collectors.joining(", "));
    }

    /** The modifications that are listed, each with its value: only the modulus has one. */
    private static SortedMap<Modification, String> with(GroupConfig config) {
        SortedMap<Modification, String> listed = new TreeMap<>();
        String list = config.options().get(WITH);
        for (String word : list == null ? new String[0] : list.split(",", -1)) {
            String[] parts = word.split(EQUALS, 2);
            Modification modification = Modification.named(parts[0]);
            refuse(
                    parts.length == 2 && modification != Modification.MODULO,
                    "the modification " + modification + " takes no value");
            listed.put(modification, parts.length == 2 ? parts[1] : "");
        }
        return listed;
    }

    private static Modifications combined(Set<Modification> with) {
        boolean modulo = with.contains(Modification.MODULO);
        refuse(
                modulo && with.contains(Modification.INCREMENTS),
                "modulo and increments do not combine: numbers modulo M stay within reach of each other only in steps"
                        + " of 1");
        refuse(
                modulo && with.contains(Modification.READERS_WRITERS),
                "modulo and readers-writers do not combine: " + MODULO_AND_READERS);
        Modifications modifications = Modifications.none();
        for (Modification one : with) {
            modifications = switch (one) {
                case BROADCAST -> modifications.withBroadcastRequest();
                case BROADCAST_REPLY -> modifications.withBroadcastReply();
                case INCREMENTS -> modifications.withIncrements();
                case READERS_WRITERS -> modifications.withReaders();
                case MODULO -> modifications; // RicartAgrawalaModulo adds it
            };
        }
        return modifications;
    }

    private static void refuse(boolean refused, String reason) {
        if (refused) {
            throw new IllegalArgumentException(reason);
        }
    }
}
